import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { expect, it } from "vitest";
import { openDatabase } from "./open-database.ts";

it("reports an index that cannot be created", () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-index-"));
  try {
    writeFileSync(join(folder, "index"), "");
    expect(() => openDatabase(join(folder, "index/x/index.sqlite"))).toThrow(RooError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
