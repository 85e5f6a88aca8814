// The note as marks that are chosen, relabelled, moved, added and taken away. Offsets are code points, as everywhere.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const letters = Array.from(data.text);
const note = document.getElementById("note");
const labelled = document.getElementById("label");
const said = document.getElementById("said");
const began = Date.now();
const doubtBelow = 0.9;
// An accent that stands apart is of its letter's word.
const isLetter = (letter) => letter !== undefined && /[\p{L}\p{M}\p{N}]/u.test(letter);
let spans = data.entities.map((each) => ({ ...each }));
let chosen = spans.length ? 0 : -1;
let earlier = [];

const words = [];
for (let at = 0; at < letters.length; at += 1) {
  if (!isLetter(letters[at])) continue;
  const start = at;
  while (isLetter(letters[at])) at += 1;
  words.push({ start, end: at });
}
let cursor = null;

const textOf = (span) => letters.slice(span.start, span.end).join("");

function plain(start, end) {
  if (!cursor || cursor.start < start || cursor.end > end) {
    note.append(letters.slice(start, end).join(""));
    return;
  }
  const word = document.createElement("span");
  word.className = "cursor";
  word.textContent = textOf(cursor);
  note.append(letters.slice(start, cursor.start).join(""), word, letters.slice(cursor.end, end).join(""));
  word.scrollIntoView({ block: "nearest" });
}

// A word outside the marks, for those who mark by keys: the next one, or the one before.
function step(by) {
  const place = cursor || spans[chosen] || { start: 0, end: 0 };
  const free = words.filter((word) => spans.every((each) => word.end <= each.start || each.end <= word.start));
  const found = by > 0 ? free.find((word) => word.start >= place.end) : free.findLast((word) => word.end <= place.start);
  if (!found) return;
  cursor = found;
  draw(false);
  note.focus();
  said.textContent = textOf(cursor);
}

function draw(isFocused = true) {
  note.replaceChildren();
  let place = 0;
  spans.forEach((span, index) => {
    plain(place, span.start);
    const mark = document.createElement("mark");
    mark.className = `label-${span.label.toLowerCase().replaceAll("_", "-")}`;
    if (span.probability !== undefined && span.probability < doubtBelow && !span.accepted) mark.classList.add("doubtful");
    mark.textContent = textOf(span);
    mark.tabIndex = index === chosen ? 0 : -1;
    mark.dataset.index = index;
    mark.setAttribute("aria-current", index === chosen ? "true" : "false");
    const name = document.createElement("small");
    name.textContent = span.label;
    mark.append(name);
    note.append(mark);
    place = span.end;
  });
  plain(place, letters.length);
  const current = spans[chosen];
  if (current) {
    labelled.value = current.label;
    const found = (current.evidence || [current.source || ""]).join(", ");
    const sure = current.probability === undefined ? "" : ` ${Math.round(current.probability * 1000) / 10} %`;
    said.textContent = `${chosen + 1} / ${spans.length}: ${current.label}${sure} ${found}`;
    if (isFocused) note.querySelector(`[data-index="${chosen}"]`).focus();
  } else {
    said.textContent = `${spans.length}`;
  }
}

function change(work) {
  const before = { spans: spans.map((each) => ({ ...each })), chosen };
  const isChanged = work();
  if (isChanged === false) return;
  earlier.push(before);
  spans.sort((one, other) => one.start - other.start);
  draw();
}

function choose(index) {
  if (!spans.length) return;
  chosen = (index + spans.length) % spans.length;
  cursor = null;
  draw();
}

function chooseSame(start) {
  chosen = spans.findIndex((each) => each.start === start);
}

function chooseDoubtful() {
  for (let step = 1; step <= spans.length; step += 1) {
    const index = (Math.max(chosen, 0) + step) % spans.length;
    const span = spans[index];
    if (!span.accepted && span.probability !== undefined && span.probability < doubtBelow) return choose(index);
  }
  return undefined;
}

function accept() {
  change(() => {
    if (!spans[chosen]) return false;
    spans[chosen].accepted = true;
    return true;
  });
  choose(chosen + 1);
}

function relabel(label) {
  change(() => {
    if (!spans[chosen]) return false;
    spans[chosen] = { start: spans[chosen].start, end: spans[chosen].end, label, accepted: true };
    return true;
  });
}

function remove() {
  change(() => {
    if (!spans[chosen]) return false;
    spans.splice(chosen, 1);
    chosen = Math.min(chosen, spans.length - 1);
    return true;
  });
}

// The places of some words in the note, whole words only, whatever the case.
function placesOf(words) {
  const places = [];
  for (let at = 0; at + words.length <= letters.length; at += 1) {
    const isSame = words.every((letter, offset) => letters[at + offset].toLowerCase() === letter.toLowerCase());
    const isWhole = !isLetter(letters[at - 1]) && !isLetter(letters[at + words.length]);
    if (isSame && isWhole) places.push({ start: at, end: at + words.length });
  }
  return places;
}

// Every other place of the chosen words is marked and accepted alike.
function everywhere() {
  change(() => {
    const model = spans[chosen];
    if (!model) return false;
    for (const place of placesOf(letters.slice(model.start, model.end))) {
      const other = spans.find((each) => each.start < place.end && place.start < each.end);
      if (!other) spans.push({ ...place, label: model.label, accepted: true });
      else if (other.start === place.start && other.end === place.end) Object.assign(other, { label: model.label, accepted: true });
    }
    const start = model.start;
    spans.sort((one, another) => one.start - another.start);
    chooseSame(start);
    return true;
  });
}

// The mark is taken away at every place of the chosen words.
function removeEverywhere() {
  change(() => {
    const model = spans[chosen];
    if (!model) return false;
    const places = placesOf(letters.slice(model.start, model.end));
    const isOne = (span) => places.some((place) => place.start === span.start && place.end === span.end);
    const left = spans.slice(0, chosen).filter((each) => !isOne(each)).length;
    spans = spans.filter((each) => each !== model && !isOne(each));
    chosen = Math.min(left, spans.length - 1);
    return true;
  });
}

function move(edge, step) {
  change(() => {
    const span = spans[chosen];
    if (!span) return false;
    const moved = { ...span, [edge]: span[edge] + step, accepted: true };
    const isFree = spans.every((each, index) => index === chosen || moved.end <= each.start || each.end <= moved.start);
    if (moved.start < 0 || moved.end > letters.length || moved.start >= moved.end || !isFree) return false;
    spans[chosen] = moved;
    return true;
  });
}

// Offsets of the selection in the note: the small names of labels are no text of it.
function offsetOf(container, offset) {
  const range = document.createRange();
  range.selectNodeContents(note);
  range.setEnd(container, offset);
  const copy = range.cloneContents();
  copy.querySelectorAll("small").forEach((each) => each.remove());
  return Array.from(copy.textContent).length;
}

function add() {
  const selection = window.getSelection();
  const isSelected = selection.rangeCount && !selection.isCollapsed && note.contains(selection.anchorNode);
  if (!isSelected && !cursor) return;
  let { start, end } = cursor || { start: 0, end: 0 };
  if (isSelected) {
    const range = selection.getRangeAt(0);
    start = offsetOf(range.startContainer, range.startOffset);
    end = offsetOf(range.endContainer, range.endOffset);
  }
  while (start < end && /\s/u.test(letters[start])) start += 1;
  while (end > start && /\s/u.test(letters[end - 1])) end -= 1;
  if (start >= end) return;
  change(() => {
    spans = spans.filter((each) => each.end <= start || end <= each.start);
    spans.push({ start, end, label: labelled.value, accepted: true });
    spans.sort((one, other) => one.start - other.start);
    chooseSame(start);
    cursor = null;
    return true;
  });
}

function undo() {
  const before = earlier.pop();
  if (!before) return;
  ({ spans, chosen } = before);
  draw();
}

async function send(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-change-token": data.token },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error(said.dataset.unreachable);
  }
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

const bare = () => spans.map(({ start, end, label }) => ({ start, end, label }));

async function release() {
  try {
    const told = await send("/review/released", { note: data.note, entities: bare() });
    document.getElementById("released").textContent = told.text;
  } catch (error) {
    said.textContent = error.message;
  }
}

// How sure the site's model is of the chosen mark, and which words around it count most.
async function why() {
  const span = spans[chosen];
  if (!span) return;
  const percent = (share) => `${Math.round(share * 1000) / 10} %`;
  try {
    const { start, end, label } = span;
    const told = await send("/review/why", { note: data.note, entities: [{ start, end, label }] });
    const found = told.words.map(([first, last, weight]) => `${textOf({ start: first, end: last })} ${weight < 0 ? "" : "+"}${percent(weight)}`);
    said.textContent = `${textOf(span)} ${percent(told.probability)}: ${found.join(", ") || "-"}`;
  } catch (error) {
    said.textContent = error.message;
  }
}

async function keep() {
  try {
    const seconds = Math.round((Date.now() - began) / 1000);
    await send(data.keep, { note: data.note, entities: bare(), version: data.version, seconds });
    window.location.assign(data.next);
  } catch (error) {
    said.textContent = error.message;
  }
}

// Where people differ: the next reading of the place that is chosen, else of the next place.
let disputed = -1;
function chooseReading() {
  const disputes = data.disputes || [];
  if (!disputes.length) return;
  const here = spans[chosen];
  const found = disputes.findIndex((each) => here && each.start <= here.start && here.end <= each.end);
  if (found >= 0) disputed = found;
  if (disputed < 0) disputed = 0;
  const dispute = disputes[disputed];
  dispute.at = ((dispute.at ?? dispute.choices.findIndex((each) => each.spans.length)) + 1) % dispute.choices.length;
  const reading = dispute.choices[dispute.at];
  change(() => {
    spans = spans.filter((each) => each.end <= dispute.start || dispute.end <= each.start);
    spans.push(...reading.spans.map((each) => ({ ...each, evidence: [reading.who], accepted: true })));
    spans.sort((one, other) => one.start - other.start);
    chosen = reading.spans.length ? spans.findIndex((each) => each.start === reading.spans[0].start) : -1;
    return true;
  });
  said.textContent = `${reading.who}: ${reading.spans.map((each) => `${each.label} ${textOf(each)}`).join("; ") || "-"}`;
}

const byKey = {
  j: () => choose(chosen + 1),
  k: () => choose(chosen - 1),
  n: chooseDoubtful,
  a: accept,
  x: remove,
  X: removeEverywhere,
  Delete: remove,
  g: everywhere,
  m: add,
  w: () => step(1),
  b: () => step(-1),
  u: undo,
  p: release,
  e: why,
  s: keep,
  v: chooseReading,
  l: () => labelled.focus(),
  "[": () => move("start", -1),
  "{": () => move("start", 1),
  "]": () => move("end", 1),
  "}": () => move("end", -1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === labelled) {
    if (event.key === "Escape" || event.key === "Enter") draw();
    return;
  }
  const work = byKey[event.key];
  if (!work) return;
  event.preventDefault();
  work();
});
labelled.addEventListener("change", () => relabel(labelled.value));
note.addEventListener("click", (event) => {
  const mark = event.target.closest("mark");
  if (mark && window.getSelection().isCollapsed) choose(Number(mark.dataset.index));
});
for (const [name, work] of Object.entries({
  previous: byKey.k, next: byKey.j, doubtful: chooseDoubtful, accept, everywhere, remove, "remove-everywhere": removeEverywhere, add, undo, release, why, keep,
})) {
  document.getElementById(name).addEventListener("click", work);
}
draw(false);
