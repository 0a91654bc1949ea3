// The table: the shelf of campaigns, the story, and what is said next.
import { onBrought } from "./bring.js";
import { look, onChange, row, show } from "./book.js";
import { $, at, hear, make, read, table, tried } from "./line.js";

const SHOWN = 40; // turns at a time
const LOOKS = ["sheet", "time", "map", "recap", "threads", "timeline", "lore", "recall", "conflicts", "branches"];
let first = 1, last = 0, busy = "";

const AT_TABLE = ["story", "ways", "back", "say"];
const address = () => (location.hash ? decodeURIComponent(location.hash.slice(1)) : "");
const here = (name) => { if (address() !== name) history.pushState(null, "", name ? `/#${encodeURIComponent(name)}` : "/"); };

async function shelf() {
  table.campaign = "";
  here("");
  for (const id of [...AT_TABLE, "earlier", "again"]) $(id).hidden = true;
  $("story").replaceChildren();
  document.title = $("title").textContent = "gm_engine";
  $("where").textContent = "Choose a campaign, or begin one.";
  const { campaigns, packs } = await read("/api/campaigns");
  const played = (one) => `turn ${one.turn}, ${new Date(one.written).toLocaleDateString()}`;
  const saved = campaigns.map((one) => row(one.name, played(one), () => tried(() => open(one.name))));
  const named = (pack) => pack.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
  const fresh = packs.map((pack) => row(named(pack), "begin", () => tried(() => begin(pack))));
  const lists = [["Go on with", saved], ["Begin", fresh]].filter(([, rows]) => rows.length);
  $("shelf").replaceChildren(...lists.flatMap(([name, rows]) => { const list = make("ul"); list.append(...rows); return [make("h3", "", name), list]; }));
  $("shelf").hidden = $("brings").hidden = false;
}

async function begin(pack) {
  $("where").textContent = "Opening …";
  await open((await read("/api/campaigns", { pack })).campaign);
}

async function open(name) {
  table.campaign = name;
  const now = await stands();
  here(name);
  first = Math.max(1, now.turn - SHOWN + 1);
  const { turns } = await read(at(`/turns?since=${first}`));
  const told = turns.filter((turn) => turn.turn).map((turn) => whole(turn, exchange(turn.said)));
  $("story").replaceChildren(...(first <= 1 ? await opening(now.turn) : []), ...told);
  if (!now.turn) $("story").append(make("li", "hint", "Say what you do: “I look around.”"));
  $("shelf").hidden = $("brings").hidden = true;
  for (const id of AT_TABLE) $(id).hidden = false;
  $("say").hidden = now.ended;
  $("earlier").hidden = first <= 1;
  if (!matchMedia("(hover: none)").matches) $("said").focus();
  down();
}

/** The first page, without the title that stands above it, and once the story has begun without where and when it stands now. */
async function opening(begun) {
  const { title, words, place, when } = await read(at("/opening"));
  const parts = words.split("\n\n").filter((part) => part !== title);
  if (begun && (place || when)) parts.pop();
  const leaf = make("li", "opening");
  leaf.append(...parts.map((part) => make("p", "", part)));
  return parts.length ? [leaf] : [];
}

async function earlier() {
  const since = Math.max(1, first - SHOWN), top = $("story").firstElementChild;
  const { turns } = await read(at(`/turns?since=${since}&until=${first - 1}`));
  top.before(...(since <= 1 ? await opening(true) : []), ...turns.map((turn) => whole(turn, exchange(turn.said))));
  first = since;
  $("earlier").hidden = first <= 1;
}

async function stands() {
  const now = await read(at(""));
  last = now.turn;
  document.title = $("title").textContent = now.title;
  const branch = now.branch === "main" ? "" : `branch ${now.branch}`;
  $("where").textContent = [now.place, now.when, branch, now.ended && "the story has come to its end"].filter(Boolean).join(", ");
  $("clashes").textContent = now.open_conflicts ? `Conflicts ▲ ${now.open_conflicts}` : "Conflicts";
  $("clashes").classList.toggle("open", now.open_conflicts > 0);
  $("again").hidden = !now.turn;
  return now;
}

const exchange = (said) => {
  const item = make("li");
  item.append(make("div", "said", said), make("div", "rolls"), make("div", "prose"));
  return item;
};

function whole(turn, item) {
  item.querySelector(".rolls").replaceChildren(...turn.dice.map((roll) => make("p", "dice", roll.line)));
  const edit = make("button", "", "edit");
  edit.setAttribute("aria-label", `Edit turn ${turn.turn}`);
  edit.addEventListener("click", () => editing(turn));
  if (turn.said) item.querySelector(".said").replaceChildren(turn.said, edit);
  const prose = item.querySelector(".prose");
  prose.textContent = turn.reply;
  prose.classList.remove("waiting");
  for (const clash of turn.conflicts) {
    const dot = make("button", clash.status === "open" ? "dot" : "dot settled", "▲");
    dot.setAttribute("aria-label", `Conflict ${clash.id}`);
    dot.addEventListener("click", () => show(clash));
    prose.append(" ", dot);
  }
  return item;
}

const low = () => innerHeight + scrollY > document.body.scrollHeight - 160;
const down = () => scrollTo(0, document.body.scrollHeight);

/** Has a turn told, into an item at the story's end; where it fails, all is as it was, and the words are in the box again. */
async function tell(path, body, said) {
  if (busy) return;
  busy = at("");
  const left = () => at("") !== busy;
  for (const id of ["retry", "undo"]) $(id).disabled = true;
  const button = $("say").querySelector("button"), item = exchange(said), prose = item.querySelector(".prose");
  button.disabled = true;
  $("stop").hidden = false;
  prose.classList.add("waiting");
  $("story").querySelector(".hint")?.remove();
  $("story").append(item);
  $("story").setAttribute("aria-busy", "true");
  down();
  try {
    const turn = await hear(at(path), body, (kind, data) => {
      const follow = low();
      if (kind === "text") prose.append(data.text);
      else if (kind === "dice") item.querySelector(".rolls").append(make("p", "dice", data.line));
      else if (kind === "read") item.querySelector(".rolls").append(make("p", "read", data.read_as.join(" ")));
      if (follow) down();
    });
    if (left()) return;
    whole(turn, item);
    if (path === "/turns" && item.isConnected) await stands(); else await open(table.campaign);
    down();
  } catch (error) {
    item.remove();
    if (left()) return;
    const was = last;
    const now = await stands().catch(() => null);
    if (error.broken && now && now.turn > was) { await open(table.campaign); return; }
    if (now) await open(table.campaign);
    if (path === "/turns") $("said").value = said;
    throw error;
  } finally {
    if (!left() && !matchMedia("(hover: none)").matches) $("said").focus();
    busy = "";
    $("story").removeAttribute("aria-busy");
    button.disabled = false;
    $("stop").hidden = true;
    for (const id of ["retry", "undo"]) $(id).disabled = false;
  }
}

let edited = null;

function editing(turn) {
  edited = turn;
  $("said").value = turn.said;
  $("say").querySelector("button").textContent = `Say it in turn ${turn.turn}`;
  $("said").focus();
}

function unedited() {
  edited = null;
  $("say").querySelector("button").textContent = "Say";
}

const items = () => [...$("story").children].filter((item) => item.querySelector(".said"));

async function say(said) {
  const [word, ...rest] = said.slice(1).split(" ");
  if (said.startsWith("/") && LOOKS.includes(word.toLowerCase())) { await look(word.toLowerCase(), rest.join(" ")); return; }
  if (!edited) { await tell("/turns", { said }, said); return; }
  const turn = edited.turn;
  unedited();
  for (const item of items().slice(turn - first)) item.remove();
  await tell("/edit", { turn, said }, said);
}

async function retry() {
  const said = items().pop().querySelector(".said").firstChild?.textContent ?? "";
  items().pop().remove();
  await tell("/retry", {}, said);
}

async function undo() {
  const said = items().pop().querySelector(".said").firstChild?.textContent ?? "";
  await read(at("/undo"), { turns: 1 });
  await open(table.campaign);
  $("said").value = said;
}

onChange(() => open(table.campaign));
onBrought(async () => { if (!table.campaign) await shelf(); });
$("back").addEventListener("click", () => tried(shelf));
$("earlier").addEventListener("click", () => tried(earlier));
$("retry").addEventListener("click", () => tried(retry));
$("undo").addEventListener("click", () => tried(undo));
$("stop").addEventListener("click", () => tried(() => read(`${busy || at("")}/stop`, {})));
$("said").addEventListener("keydown", (key) => {
  if (key.key === "Enter" && !key.shiftKey && !key.isComposing) { key.preventDefault(); $("say").requestSubmit(); }
  if (key.key === "Escape" && edited) { unedited(); $("said").value = ""; }
  if (key.key === "ArrowUp" && !$("said").value) {
    const before = items().pop()?.querySelector(".said")?.firstChild?.textContent;
    if (before) { key.preventDefault(); $("said").value = before; }
  }
});
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = $("said").value.trim();
  if (!said || busy) return;
  $("said").value = "";
  tried(() => say(said));
});
const arrive = () => tried(() => (address() ? open(address()) : shelf()));
addEventListener("popstate", arrive);
arrive();
