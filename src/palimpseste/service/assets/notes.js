// Files that are sent one after another, each in a request of its own; what was refused is told by the file's name.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const files = document.getElementById("files");
const button = document.getElementById("send");
const said = document.getElementById("said");
const flaws = document.getElementById("flaws");
const all = document.getElementById("all");

function refuse(file, reason) {
  const item = document.createElement("li");
  item.textContent = `${file.name}: ${reason}`;
  flaws.append(item);
}

async function sendOne(file) {
  if (file.size > data.bytes) throw new Error(data.words.too_large);
  const headers = {
    "content-type": "application/octet-stream",
    "x-change-token": data.token,
    "x-file-name": encodeURIComponent(file.name),
    "x-marked-by": document.getElementById("marked").value,
  };
  for (;;) {
    const answer = await fetch("/notes/file", { method: "POST", headers, body: file });
    const told = await answer.json();
    if (answer.ok) return told;
    const wait = Number(answer.headers.get("retry-after"));
    if (!wait) throw new Error(told.error);
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

async function send() {
  const chosen = Array.from(files.files);
  const count = { files: 0, fresh: 0, there: 0, refused: 0 };
  flaws.replaceChildren();
  button.disabled = true;
  for (const file of chosen) {
    try {
      const told = await sendOne(file);
      count.files += 1;
      count.fresh += told.new;
      count.refused += told.refused;
      count.there += told.notes - told.new - told.refused;
      if (told.other_texts) refuse(file, `${data.words.other_texts} ${told.other_texts}`);
      if (told.refused) refuse(file, `${data.words.refused_notes} ${told.refused}. ${told.reason}`);
    } catch (error) {
      refuse(file, `${data.words.not_sent}. ${error.message}`);
    }
    said.textContent =
      `${count.files} / ${chosen.length} ${data.words.sent} ${count.fresh}, ${data.words.already_there} ${count.there}, ` +
      `${data.words.refused_notes} ${count.refused}`;
  }
  all.textContent = String(Number(all.textContent) + count.fresh);
  files.value = "";
  button.disabled = false;
}
button.addEventListener("click", send);
