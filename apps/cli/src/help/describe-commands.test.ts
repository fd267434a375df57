import { expect, it } from "vitest";
import { commandsPage } from "./commands-page.ts";
import { describeCommands } from "./describe-commands.ts";

it("keeps the generated help of all commands up to date (vitest run apps/cli/src/help -u)", async () => {
  const tree = await describeCommands();
  await expect(`${JSON.stringify(tree, null, 2)}\n`).toMatchFileSnapshot("command-tree.json");
  await expect(commandsPage(tree)).toMatchFileSnapshot("../../../../docs/reference/commands.md");
});
