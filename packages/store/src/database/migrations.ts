import evals from "./migrations/0000_evals.sql";

export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** In order. One that was released is never changed. */
export const migrations: readonly Migration[] = [{ name: "0000_evals", text: evals }];
