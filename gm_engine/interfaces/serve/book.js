// What can be looked up: pages of the table, the lore, the memory, conflicts and branches, in a leaf beside the story.
import { $, at, make, read, sentence, table, tried } from "./line.js";

const NAMES = {
  recap: "Previously", sheet: "Sheet", map: "Map", time: "Time", threads: "Threads", timeline: "Timeline", lore: "Lore", recall: "Recall",
  conflicts: "Conflicts", branches: "Branches", ways: "Ways", ending: "Ending",
};
const RESOLUTIONS = {
  keep: "The first telling stands", accept: "The new telling stands", changed: "It has changed in between", precise: "The new one is only more exact",
  different: "Two different ones are meant", rumour: "It is only a rumour", dream: "It was dreamt", mystery: "Let it be a mystery for now",
  not_a_conflict: "They do not clash at all",
};
let searched = () => {};
let changed = () => {};

/** `after` is called when something was settled or another branch was taken. */
export const onChange = (after) => { changed = after; };

const leaf = (...parts) => $("leaf").replaceChildren(...parts);
const hint = (words) => make("p", "hint", words);

export function row(name, note, act) {
  const button = make("button", "row");
  button.append(make("span", "", name), make("small", "", note));
  button.addEventListener("click", act);
  const item = make("li");
  item.append(button);
  return item;
}

/** A page without the line breaks that it has for a terminal, and where there is no room for them without its columns. */
const unbroken = (text) => {
  const flowing = text.replace(/\n {4}(?=\S)/g, " ");
  return matchMedia("(max-width: 34rem)").matches ? flowing.replace(/(?<=\S) {3,}(?=\S)/g, ": ") : flowing;
};
const list = (rows) => { const made = make("ul"); made.append(...rows); return made; };

/** Opens a page of the book; `about` is whom it is about, or what is searched for. */
export async function look(page, about = "") {
  $("book-name").textContent = NAMES[page];
  $("search").hidden = !["lore", "recall"].includes(page);
  $("query").value = about;
  $("query").placeholder = page === "lore" ? "Whom or what?" : "What was that about …";
  $("query").setAttribute("aria-label", $("query").placeholder);
  leaf(hint("…"));
  if (!$("book").open) $("book").showModal();
  await tried(async () => {
    if (page === "lore") await lore(about);
    else if (page === "recall") await recall(about);
    else if (page === "conflicts") await conflicts();
    else if (page === "branches") await branches();
    else leaf(make("pre", "page", unbroken((await read(at(`/pages/${page}`))).text)));
  });
  if ($("trouble").textContent) { leaf(hint($("trouble").textContent)); $("trouble").textContent = ""; }
  ($("search").hidden ? $("leaf") : $("query")).focus();
}

async function lore(about) {
  const { entities } = await read(at("/lore"));
  const shown = (words) => {
    const wanted = words.toLowerCase();
    const found = entities.filter((one) => [one.name, ...one.aliases].some((name) => name.toLowerCase().includes(wanted)));
    const kinds = [...new Set(found.map((one) => one.kind))].sort();
    leaf(...kinds.flatMap((kind) => [
      make("h3", "", kind),
      list(found.filter((one) => one.kind === kind).map((one) => row(one.name, one.aliases.slice(0, 2).join(", "), () => tried(() => known(one.id, one.name))))),
    ]), ...(found.length ? [] : [hint("Nobody and nothing is called so.")]));
  };
  searched = shown;
  shown(about);
}

async function known(id, name) {
  const { text } = await read(at(`/pages/lore?about=${encodeURIComponent(id)}`));
  const back = make("button", "", "All of the lore");
  back.addEventListener("click", () => look("lore", $("query").value));
  $("book-name").textContent = name;
  leaf(make("pre", "page", text), back);
  $("leaf").focus();
}

async function recall(words) {
  searched = null;
  if (!words) { leaf(hint("Ask in your own words: what comes to mind is what the game master would be reminded of.")); return; }
  const { elements } = await read(at(`/recall?budget=1500&query=${encodeURIComponent(words)}`));
  const told = (one) => `${one.turns.length > 1 ? "turns" : "turn"} ${one.turns.join(", ")}`;
  const turns = (one) => (!one.turns.length ? one.kind : one.kind === "turn" ? told(one) : `${one.kind}, ${told(one)}`);
  leaf(...elements.flatMap((one) => [make("p", "told", turns(one)), make("p", "text", one.text)]), ...(elements.length ? [] : [hint("Nothing comes to mind.")]));
}

async function conflicts() {
  const { campaigns } = await read(at("/conflicts?status=all"));
  const found = Object.values(campaigns)[0].conflicts;
  const rows = (status) => found.filter((one) => (one.status === "open") === (status === "open"))
    .map((one) => row(one.b.quote, one.status === "open" ? one.severity : RESOLUTIONS[one.resolution] || one.resolution || one.status, () => show(one)));
  const [open, settled] = [rows("open"), rows("settled")];
  leaf(...(open.length ? [list(open)] : [hint("Nothing was told twice that cannot both be true.")]),
    ...(settled.length ? [make("h3", "", "Settled"), list(settled)] : []));
}

async function branches() {
  const found = await read(at("/branches"));
  const { tellings } = await read(at("/tellings"));
  const others = tellings.filter((one) => !one.stands).map((one) => row(one.reply || one.said, `turn ${one.turn}, telling ${one.telling}`, () => tried(() => goOnFrom(one.telling, found.branches))));
  leaf(list(found.branches.map((one) => row(one.name, one.name === found.branch ? "here" : one.forked_from ? `left ${one.forked_from} after turn ${one.turn}` : "from the beginning", () => tried(async () => {
    if (one.name !== found.branch) await read(at("/switch"), { branch: one.name });
    $("book").close();
    await changed();
  })))), ...(others.length ? [make("h3", "", "Told otherwise"), hint("Choose one to go on from it along a branch of its own."), list(others)] : []));
}

/** Goes on from another telling of a turn, along a branch that is called after it. */
async function goOnFrom(telling, there) {
  const taken = new Set(there.map((one) => one.name));
  let name = `telling ${telling}`;
  for (let more = 2; taken.has(name); more += 1) name = `telling ${telling} (${more})`;
  await read(at("/branches"), { name, telling });
  $("book").close();
  await changed();
}

let shown = null;

/** Shows a conflict with both quotes, and lets it be settled or opened again. */
export function show(clash) {
  shown = clash;
  $("clash-name").textContent = `Conflict ${clash.id} (${clash.severity})`;
  for (const side of ["a", "b"]) {
    $(`clash-${side}-turn`).textContent = clash[side].turn ? `turn ${clash[side].turn}` : clash[side].where || "before play";
    $(`clash-${side}`).textContent = clash[side].quote;
  }
  $("clash-why").textContent = sentence(clash.why);
  $("clash-trouble").textContent = "";
  $("because").value = "";
  const open = clash.status === "open";
  const choices = open ? Object.entries(RESOLUTIONS) : [["reopen", `Settled: ${RESOLUTIONS[clash.resolution] || clash.resolution || clash.status}. Open it again`]];
  $("resolution").replaceChildren(...choices.map(([value, words]) => { const one = make("option", "", words); one.value = value; return one; }));
  $("because").hidden = !open;
  if (!$("clash").open) $("clash").showModal();
}

$("settle").addEventListener("submit", (event) => {
  event.preventDefault();
  tried(async () => {
    const body = { resolution: $("resolution").value, because: $("because").hidden ? "" : $("because").value };
    await read(at(`/conflicts/${encodeURIComponent(shown.id)}`), body);
    $("clash").close();
    if ($("book").open) await conflicts();
    await changed();
  }, "clash-trouble");
});
$("search").addEventListener("submit", (event) => {
  event.preventDefault();
  if (searched) searched($("query").value); else tried(() => recall($("query").value.trim()));
});
$("query").addEventListener("input", () => { if (searched) searched($("query").value); });
for (const button of document.querySelectorAll("[data-page]")) button.addEventListener("click", () => { if (table.campaign) look(button.dataset.page); });
