"use strict";
// Whatever comes from the story is put in by textContent alone: no word of it is ever read as markup.
const $ = (id) => document.getElementById(id);
let campaign = "";

const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};

async function ask(path, body) {
  const token = sessionStorage.getItem("token");
  const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  if (answer.status === 401) { await enter(); return ask(path, body); }
  if (!answer.ok) {
    const { error } = await answer.json();
    throw new Error(`${error.what} ${error.then}`);
  }
  return answer;
}

const enter = () => new Promise((entered) => {
  $("door").addEventListener("close", () => { sessionStorage.setItem("token", $("token").value.trim()); $("token").value = ""; entered(); }, { once: true });
  $("door").showModal();
});

const at = (path) => `/api/campaigns/${encodeURIComponent(campaign)}${path}`;

async function shelf() {
  const { campaigns, packs } = await (await ask("/api/campaigns")).json();
  campaign = "";
  history.replaceState(null, "", "/");
  $("title").textContent = "gm_engine";
  $("where").textContent = "Choose a campaign, or begin one.";
  for (const id of ["story", "say", "back"]) $(id).hidden = true;
  const saved = campaigns.map((one) => row(one.name, `turn ${one.turn}`, () => open(one.name)));
  const fresh = packs.map((pack) => row(pack.replaceAll("_", " "), "begin", async () => {
    open((await (await ask("/api/campaigns", { pack })).json()).campaign);
  }));
  $("shelf").replaceChildren(...saved, ...fresh);
  $("shelf").hidden = false;
}

function row(name, note, act) {
  const button = make("button");
  button.append(make("span", "", name), make("small", "", note));
  button.addEventListener("click", () => tried(act));
  const item = make("li");
  item.append(button);
  return item;
}

async function open(name) {
  campaign = name;
  history.replaceState(null, "", `/#${encodeURIComponent(name)}`);
  const [{ turns }] = await Promise.all([(await ask(at("/turns"))).json(), stands()]);
  $("story").replaceChildren(...turns.map((turn) => whole(turn, exchange(turn.said))));
  $("shelf").hidden = true;
  for (const id of ["story", "say", "back"]) $(id).hidden = false;
  $("said").focus();
  scrollTo(0, document.body.scrollHeight);
}

async function stands() {
  const now = await (await ask(at(""))).json();
  $("title").textContent = now.title;
  $("where").textContent = [now.place, now.when].filter(Boolean).join(", ");
}

function exchange(said) {
  const item = make("li");
  item.append(make("div", "said", said), make("div", "rolls"), make("p", "prose"));
  return item;
}

function whole(turn, item) {
  item.querySelector(".rolls").replaceChildren(...turn.dice.map((roll) => make("p", "dice", roll.line)));
  const prose = item.querySelector(".prose");
  prose.textContent = turn.reply;
  prose.classList.remove("waiting");
  for (const clash of turn.conflicts) {
    const dot = make("button", "dot", "▲");
    dot.setAttribute("aria-label", `Conflict ${clash.id}`);
    dot.addEventListener("click", () => show(clash));
    prose.append(" ", dot);
  }
  return item;
}

function show(clash) {
  $("clash-name").textContent = `Conflict ${clash.id} (${clash.severity})`;
  for (const side of ["a", "b"]) {
    $(`clash-${side}-turn`).textContent = clash[side].turn ? `turn ${clash[side].turn}` : "before play";
    $(`clash-${side}`).textContent = clash[side].quote;
  }
  $("clash-why").textContent = clash.why;
  $("clash").showModal();
}

async function say(said) {
  const item = exchange(said);
  const prose = item.querySelector(".prose");
  prose.classList.add("waiting");
  $("story").append(item);
  try {
    const answer = await ask(at("/turns"), { said, stream: true });
    await events(answer, (kind, data) => {
      if (kind === "text") prose.append(data.text);
      else if (kind === "dice") item.querySelector(".rolls").append(make("p", "dice", data.line));
      else if (kind === "read") item.querySelector(".rolls").append(make("p", "dice", data.read_as.join(" ")));
      else if (kind === "turn") whole(data, item);
      else if (kind === "error") throw new Error(`${data.what} ${data.then}`);
      scrollTo(0, document.body.scrollHeight);
    });
    await stands();
  } catch (error) {
    item.remove();
    $("said").value = said;
    throw error;
  }
}

async function events(answer, hear) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const found = /^event: (\w+)\ndata: (.*)$/s.exec(block);
      if (found) hear(found[1], JSON.parse(found[2]));
    }
  }
}

async function tried(act) {
  $("trouble").textContent = "";
  try { await act(); } catch (error) { $("trouble").textContent = error.message; }
}

$("back").addEventListener("click", () => tried(shelf));
$("said").addEventListener("keydown", (key) => {
  if (key.key === "Enter" && !key.shiftKey) { key.preventDefault(); $("say").requestSubmit(); }
});
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const said = $("said").value.trim();
  const button = $("say").querySelector("button");
  if (!said || button.disabled) return;
  $("said").value = "";
  button.disabled = true;
  tried(() => say(said)).finally(() => { button.disabled = false; $("said").focus(); });
});
tried(() => (location.hash ? open(decodeURIComponent(location.hash.slice(1))) : shelf()));
