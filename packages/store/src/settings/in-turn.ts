/** Runs actions one after the other, in the order they came; one that fails does not hold up the next. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(action);
    this.#last = result.catch(() => {});
    return result;
  }
}
