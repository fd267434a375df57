/** The text of an editor that can undo. */
export class UndoText {
  text() {
    throw new Error("not written yet");
  }

  /** Throws a RangeError. */
  insert(position, text) {
    throw new Error("not written yet");
  }

  /** Throws a RangeError. */
  delete(position, count) {
    throw new Error("not written yet");
  }

  undo() {
    throw new Error("not written yet");
  }

  redo() {
    throw new Error("not written yet");
  }

  save() {
    throw new Error("not written yet");
  }

  isChanged() {
    throw new Error("not written yet");
  }
}
