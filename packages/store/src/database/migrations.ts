import evals from "./migrations/0000_evals.sql";
import server from "./migrations/0001_server.sql";

export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** In order. Released migrations never change. */
export const migrations: readonly Migration[] = [
  { name: "0000_evals", text: evals },
  { name: "0001_server", text: server },
];
