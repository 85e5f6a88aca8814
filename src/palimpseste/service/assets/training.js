// How far the training is that is under way; the page is loaded again when it ends.
"use strict";

const progress = document.getElementById("progress");

async function look() {
  const answer = await fetch("/training/state");
  if (!answer.ok) return;
  const told = await answer.json();
  if (!told.running) return window.location.reload();
  if (told.steps) progress.textContent = `${told.done} / ${told.steps}`;
  setTimeout(look, 1000);
}
setTimeout(look, 1000);
