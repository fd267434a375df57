import { setFlagsFromString } from "node:v8";

/**
 * Runs WebAssembly that V8 is to leave as it first compiles it. Grammars have functions so large that optimising them in
 * the background takes 3 GB for thirty grammars and holds up the next one to load; as they are, they take 0.2 GB.
 */
export function withoutTiering<Result>(run: () => Result): Result {
  setTiering("--no-");
  try {
    return run();
  } finally {
    setTiering("--");
  }
}

function setTiering(prefix: "--" | "--no-"): void {
  setFlagsFromString(`${prefix}wasm-dynamic-tiering`);
  setFlagsFromString(`${prefix}wasm-tier-up`);
}
