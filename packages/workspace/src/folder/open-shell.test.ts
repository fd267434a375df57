import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { openShell } from "./open-shell.ts";

const environment = { PATH: process.env.PATH, SHELL: "/bin/sh", OPENAI_API_KEY: "sk-fake", EDITOR: "vi" };

async function open() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-shell-")));
  let output = "";
  let ended: number | null | undefined;
  const shell = await openShell({
    folder,
    environment,
    columns: 80,
    rows: 24,
    onOutput: (text) => (output += text),
    onEnd: (code) => {
      ended = code;
    },
  });
  return {
    folder,
    shell,
    output: () => output,
    ended: () => ended,
    [Symbol.asyncDispose]: async () => {
      await shell.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

it("is a terminal in the folder, without our keys", async () => {
  await using place = await open();
  place.shell.write("echo at:$(pwd) key:${OPENAI_API_KEY:-none} editor:$EDITOR tty:$(test -t 0 && echo yes)\r");
  await until(() => place.output().includes(`at:${place.folder} key:none editor:vi tty:yes`));
  place.shell.resize(132, 50);
  place.shell.write("stty size\r");
  await until(() => place.output().includes("50 132"));
  place.shell.write("exit 3\r");
  await until(() => place.ended() !== undefined);
  expect(place.ended()).toBe(3);
});

it("ends with everything running in it", async () => {
  await using place = await open();
  place.shell.write("sleep 1000 & echo pid:$!.; wait\r");
  await until(() => /pid:\d+\./.test(place.output()));
  const pid = Number(/pid:(\d+)\./.exec(place.output())?.[1]);
  await place.shell.close();
  await place.shell.close();
  await until(() => place.ended() !== undefined);
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
  expect(() => place.shell.write("late")).not.toThrow();
});
