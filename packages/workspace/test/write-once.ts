import { RooError } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";

/** Changes two files together and reports the result. */
const { files } = new LocalWorkspace({ root: process.argv[2] ?? "" });
const paths = ["a.txt", "b.txt"];
const changes = await Promise.all(
  paths.map(async (path) => ({ path, before: (await files.read(path)).version, content: Buffer.from("new") })),
);
try {
  await files.apply(changes);
  process.stdout.write("written");
} catch (error) {
  process.stdout.write(error instanceof RooError ? error.code : String(error));
}
