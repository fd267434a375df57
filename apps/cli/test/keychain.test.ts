import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createProject, rooProgram, startProgram } from "./roo.ts";

const programs = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"];
const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);

// On a loaded machine the keyring's daemon sometimes never answers on a new session bus.
it.skipIf(missing.length > 0)(
  `stores a key only in the system keychain (needs ${programs.join(", ")})`,
  { retry: 1, timeout: 60_000 },
  async () => {
    using here = createProject();
    const script = here.path("in-session.sh");
    writeFileSync(
      script,
      `echo password > password
gnome-keyring-daemon --foreground --unlock --components=secrets < password >&2 &
daemon=$!
until echo yes | secret-tool store --label=ready ready yes; do sleep 0.1; done >&2
${rooProgram} profiles add work --provider openai --model m --api-key canary-in-keychain >&2
echo "kept: $(secret-tool lookup service roo-code username profile/work/apiKey)"
ls "$ROO_HOME" | grep -v ^cache
${rooProgram} profiles remove work >&2
echo "after: $(secret-tool lookup service roo-code username profile/work/apiKey)"
kill $daemon
`,
    );
    const env = { ...here.env, XDG_RUNTIME_DIR: here.folder };
    const { stdout } = await startProgram("dbus-run-session", ["--", "sh", script], { cwd: here.folder, env }).ended;
    expect(stdout.split("\n")).toEqual(["kept: canary-in-keychain", "profiles.json", "after: ", ""]);
  },
);
