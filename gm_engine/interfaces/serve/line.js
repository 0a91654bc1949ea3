// The way to the server: asked with the token, answered in JSON or in events. Whatever it says is put in by textContent alone.
export const $ = (id) => document.getElementById(id);

export const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};

export const table = { campaign: "" };
export const at = (path) => `/api/campaigns/${encodeURIComponent(table.campaign)}${path}`;

/** Words as a sentence of its own. */
export const sentence = (words) => words.replace(/^./u, (letter) => letter.toUpperCase()).replace(/[^.!?]$/u, "$&.");

/** What went wrong, and what to do next. */
export const inWords = ({ what, then }) => `${sentence(what)} ${then}`.trim();

/** Asks the server; what is sent is JSON, or a form as it is. */
export async function ask(path, body) {
  const token = sessionStorage.getItem("token"), form = body instanceof FormData;
  const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && !form && { "Content-Type": "application/json" }) };
  let answer;
  try {
    answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: form ? body : body && JSON.stringify(body) });
  } catch {
    throw new Error("The server does not answer. Is it running?");
  }
  if (answer.status === 401) { await enter(); return ask(path, body); }
  if (!answer.ok) {
    const { error, files } = await answer.json().catch(() => ({}));
    throw Object.assign(new Error(error ? inWords(error) : `The server answered ${answer.status}.`), { files });
  }
  return answer;
}

export const read = async (path, body) => (await ask(path, body)).json();

const enter = () => new Promise((entered) => {
  $("door").addEventListener("close", () => { sessionStorage.setItem("token", $("token").value.trim()); $("token").value = ""; entered(); }, { once: true });
  $("door").showModal();
});

/** Hears a streamed turn; what comes back is the turn. Throws what the server says, or that the line broke. */
export async function hear(path, body, heard) {
  const answer = await ask(path, { ...body, stream: true });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", turn = null;
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) break;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const found = /^event: (\w+)\ndata: (.*)$/s.exec(block);
      if (!found) continue;
      const data = JSON.parse(found[2]);
      if (found[1] === "error") throw new Error(inWords(data));
      if (found[1] === "turn") turn = data;
      else heard(found[1], data);
    }
  }
  if (turn) return turn;
  throw Object.assign(new Error("The line broke before the turn was whole."), { broken: true });
}

export async function tried(act, place = "trouble") {
  $(place).textContent = "";
  try { await act(); } catch (error) { $(place).textContent = error.message; }
}
