import { LocalWorkspace } from "@roo-code/workspace";

/** Rewrites two files until it is killed. */
const { files } = new LocalWorkspace({ root: process.argv[2] ?? "" });
for (let round = 0; ; round += 1) {
  const content = Buffer.from(String(round % 2).repeat(500_000));
  const paths = ["a.txt", "b.txt"];
  const changes = await Promise.all(
    paths.map(async (path) => ({ path, before: (await files.read(path)).version, content })),
  );
  await files.apply(changes);
  if (round === 1) process.stdout.write("writing\n");
}
