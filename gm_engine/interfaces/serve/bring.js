// Files that are dropped on the page, or chosen: sent in one call, and shown with what each was and what became of it.
import { $, inWords, make, read, sentence, tried } from "./line.js";

const MOST = 32_000_000; // bytes of one call
let going = false, came = () => {};

/** Who opens a campaign, and who hears that there are new ones. */
export const onBrought = (act) => { came = act; };

/** A dropped file, or all files of a dropped folder, each with its path in it. */
async function inside(entry, path = "") {
  if (entry.isFile) return [[await new Promise((found, lost) => entry.file(found, lost)), `${path}${entry.name}`]];
  const reader = entry.createReader(), found = [];
  for (;;) {
    const some = await new Promise((read, lost) => reader.readEntries(read, lost));
    if (!some.length) break;
    for (const one of some) found.push(...await inside(one, `${path}${entry.name}/`));
  }
  return found;
}

async function bring(named) {
  if (going) throw new Error("Other files are being read. Wait until they are in.");
  if (!named.length) return;
  const form = new FormData();
  for (const [file, name] of named) form.append("files", file, name);
  if ($("called").value.trim()) form.append("name", $("called").value.trim());
  if ($("strict").checked) form.append("strict", "true");
  const size = named.reduce((sum, [file]) => sum + file.size, 0);
  if (size > MOST) throw new Error(`That is ${Math.ceil(size / 1e6)} MB; ${MOST / 1e6} MB may come at once. Bring fewer, or use the command gm import.`);
  going = true;
  $("choose").disabled = true;
  const many = named.length === 1 ? named[0][1] : `${named.length} files`;
  tell(`Bringing ${many}`, "They are being read. A long chat takes minutes; the table can be played at meanwhile.");
  $("brought-how").classList.add("waiting");
  try {
    shown((await read("/api/imports", form)).files);
    $("called").value = "";
  } catch (error) {
    if (error.files) shown(error.files); else tell("Nothing was brought", error.message);
  } finally {
    going = false;
    $("choose").disabled = false;
    $("brought-how").classList.remove("waiting");
  }
  await came();
}

function tell(name, how) {
  $("brought-name").textContent = name;
  $("brought-how").textContent = how;
  $("brought-rows").hidden = true;
  if (!$("brought").open) $("brought").showModal();
}

function shown(files) {
  const taken = files.filter((one) => !one.error).length;
  tell("What was brought", taken === files.length ? "All of it is in." : `${taken} of ${files.length} ${taken === 1 ? "is" : "are"} in.`);
  $("brought-rows").tBodies[0].replaceChildren(...[false, true].flatMap((bad) => files.filter((one) => Boolean(one.error) === bad).map(told)));
  $("brought-rows").hidden = false;
}

function told(one) {
  const row = make("tr"), file = make("th"), became = make("td");
  file.scope = "row";
  file.append(make("p", "", one.file), make("p", "hint", sentence([one.kind, one.holds].filter(Boolean).join(", ") || "not known")));
  if (one.losses.length) file.append(lost(one));
  if (one.error) became.append(make("p", "wrong", inWords(one.error)));
  else became.append(link(one.campaign), make("p", "", sentence(one.found)));
  became.append(...one.remarks.map((words) => make("p", "hint", words)));
  row.append(file, became);
  return row;
}

function lost(one) {
  const shut = make("details"), list = make("ul");
  const item = ({ field, value, why }) => {
    const made = make("li", "", why);
    made.append(make("code", "", `${field} = ${JSON.stringify(value)}`.slice(0, 200)));
    return made;
  };
  list.append(...one.losses.map(item));
  shut.append(make("summary", "", one.losses.length === 1 ? "1 loss" : `${one.losses.length} losses`), list);
  return shut;
}

function link(name) {
  const words = make("p"), made = make("a", "", `Play ${name}`);
  made.href = `/#${encodeURIComponent(name)}`;
  made.addEventListener("click", () => $("brought").close());
  words.append(made);
  return words;
}

const holdsFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files"));
const over = (yes) => { $("drop").hidden = !yes; };

addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = going ? "none" : "copy";
  over(!going);
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  over(false);
  const items = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...event.dataTransfer.files].map((file) => [file, file.name]);
  tried(async () => bring(items.length ? (await Promise.all(items.map((entry) => inside(entry)))).flat() : files));
});
$("choose").addEventListener("click", () => $("files").click());
$("files").addEventListener("change", () => {
  const named = [...$("files").files].map((file) => [file, file.name]);
  $("files").value = "";
  tried(() => bring(named));
});
