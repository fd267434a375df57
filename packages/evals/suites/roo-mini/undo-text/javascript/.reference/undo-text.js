/** The text of an editor that can undo. */
export class UndoText {
  #text = "";
  #steps = [];
  #done = 0;
  #saved = 0;
  #isOpen = false;

  text() {
    return this.#text;
  }

  /** Throws a RangeError. */
  insert(position, text) {
    if (position < 0 || position > this.#text.length) throw new RangeError(`there is no position ${position}`);
    if (text === "") return;
    const last = this.#steps[this.#done - 1];
    const isTyped = text.length === 1;
    const isBehind = last?.isTyped && position === last.position + last.inserted.length;
    if (this.#isOpen && isTyped && isBehind && !/\s/.test(text)) {
      last.inserted += text;
      this.#replace(position, "", text);
    } else {
      this.#do({ position, removed: "", inserted: text, isTyped });
    }
  }

  /** Throws a RangeError. */
  delete(position, count) {
    if (position < 0 || count < 0 || position + count > this.#text.length)
      throw new RangeError(`there are no ${count} characters at ${position}`);
    if (count === 0) return;
    const removed = this.#text.slice(position, position + count);
    this.#do({ position, removed, inserted: "", isTyped: false });
  }

  undo() {
    this.#isOpen = false;
    if (this.#done === 0) return false;
    this.#done -= 1;
    const { position, removed, inserted } = this.#steps[this.#done];
    this.#replace(position, inserted, removed);
    return true;
  }

  redo() {
    this.#isOpen = false;
    if (this.#done === this.#steps.length) return false;
    const { position, removed, inserted } = this.#steps[this.#done];
    this.#done += 1;
    this.#replace(position, removed, inserted);
    return true;
  }

  save() {
    this.#isOpen = false;
    this.#saved = this.#done;
  }

  isChanged() {
    return this.#saved !== this.#done;
  }

  #do(step) {
    if (this.#saved > this.#done) this.#saved = Number.NaN;
    this.#steps.splice(this.#done, Number.POSITIVE_INFINITY, step);
    this.#done += 1;
    this.#isOpen = true;
    this.#replace(step.position, step.removed, step.inserted);
  }

  #replace(position, old, text) {
    this.#text = this.#text.slice(0, position) + text + this.#text.slice(position + old.length);
  }
}
