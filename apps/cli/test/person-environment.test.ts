import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const module = fileURLToPath(new URL("../../../bootstrap/person-environment.mjs", import.meta.url));

it("the server started by npm start has the user's PATH, without programs of this checkout or of npm", () => {
  const path = [
    "/src/roo/.tools/bin",
    "/src/roo/node_modules/.bin",
    "/src/roo/apps/cli/node_modules/.bin",
    "/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin",
    "/src/roo/bin",
    "/src/roo-other/node_modules/.bin",
    "/home/ana/.nvm/bin",
    "/usr/bin",
  ].join(":");
  expect(
    environmentOf({ PATH: path, npm_config_local_prefix: "/src/roo", npm_config_registry: "r", LANG: "C" }),
  ).toEqual({
    PATH: "/src/roo/bin:/src/roo-other/node_modules/.bin:/home/ana/.nvm/bin:/usr/bin",
    npm_config_registry: "r",
    LANG: "C",
  });
});

function environmentOf(env: Record<string, string>): unknown {
  const script = `const { personEnvironment } = await import(process.argv[1]);
    console.log(JSON.stringify(personEnvironment("/src/roo/", JSON.parse(process.argv[2]))));`;
  const words = ["--input-type=module", "-e", script, module, JSON.stringify(env)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" }));
}
