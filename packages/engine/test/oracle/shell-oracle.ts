import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** What actually happened when a command ran. */
export interface Happened {
  readonly command: string;
  /** Programs with their arguments, in order, without shell builtins. */
  readonly ran: readonly (readonly string[])[];
  /** New and changed files. */
  readonly written: readonly string[];
}

/** Programs replaced by recorders. */
const recorded = "ls cat rg git npm sort find sed grep uniq head tee rm curl touch lsof evil sudo wc tail".split(" ");
/** Programs that run others: the real ones, so that what they run is recorded. */
const real = "timeout nice env nohup setsid stdbuf flock script xargs sh bash awk perl python3 make".split(" ");
const files: Readonly<Record<string, string>> = {
  "a.txt": "a\n",
  "src/x.ts": "x\n",
  "out/keep": "k\n",
  "-exec": "e\n",
  "-o": "o\n",
  "--pre=x": "p\n",
};
const local = ["ls", "evil", "bin/ls", "cat"];

/** Runs commands with real bash in a temporary folder, with only recorders on the PATH. */
export class ShellOracle implements AsyncDisposable {
  readonly #folder: string;
  #runs = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<ShellOracle> {
    const oracle = new ShellOracle(await mkdtemp(join(tmpdir(), "shell-oracle-")));
    await oracle.#prepare();
    return oracle;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Runs all commands, one after the other. */
  async run(commands: readonly string[]): Promise<Happened[]> {
    const base = join(this.#folder, `run-${(this.#runs += 1)}`);
    await mkdir(base);
    await writeFile(join(base, "commands"), commands.map((command) => `${command}\0`).join(""));
    const environment = { PATH: join(this.#folder, "programs"), HOME: join(base, "home"), LANG: "C.UTF-8", BASE: base };
    const driver = ["--noprofile", "--norc", join(this.#folder, "driver.sh"), this.#folder];
    await promisify(execFile)("/bin/bash", driver, { env: environment, maxBuffer: 64 * 1024 * 1024 });
    const happened = await Promise.all(
      commands.map((command, index) => happenedIn(join(base, String(index)), command)),
    );
    await rm(base, { recursive: true, force: true });
    return happened;
  }

  async #prepare(): Promise<void> {
    const programs = join(this.#folder, "programs");
    const template = join(this.#folder, "template");
    await mkdir(programs);
    for (const name of recorded) await recorder(join(programs, name), name);
    for (const name of real) await linkReal(name, programs);
    for (const [name, content] of Object.entries(files)) await put(join(template, "work", name), content);
    for (const name of local) {
      await mkdir(join(template, "work", "bin"), { recursive: true });
      await recorder(join(template, "work", name), `local:${name}`);
    }
    for (const name of ["home", "notes"]) await mkdir(join(template, name));
    await writeFile(join(this.#folder, "driver.sh"), driverScript);
  }
}

/** Uses `cp` by its full path, because the PATH has only recorders. */
const driverScript = `index=0
while IFS= read -r -d '' command; do
  place="$BASE/$index"
  /bin/cp -r "$1/template" "$place"
  cd "$place/work" || exit 1
  NOTES="$place/notes" HOME="$place/home" /usr/bin/timeout -s KILL 5 /bin/bash --noprofile --norc -c "$command" </dev/null >/dev/null 2>&1
  wait
  index=$((index + 1))
done < "$BASE/commands"
`;

async function recorder(path: string, name: string): Promise<void> {
  const note = `#!/bin/sh\nprintf '%s\\0' "${name}" "$@" > "$NOTES/$$"\n`;
  await put(path, note);
  await chmod(path, 0o755);
}

async function linkReal(name: string, programs: string): Promise<void> {
  for (const folder of ["/usr/bin", "/bin"]) {
    const found: string[] = await readdir(folder).catch(() => []);
    if (found.includes(name)) return symlink(join(folder, name), join(programs, name));
  }
}

async function put(path: string, content: string): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
}

async function happenedIn(place: string, command: string): Promise<Happened> {
  // One file per process: concurrent ones would interleave their lines.
  const names = await readdir(join(place, "notes"));
  const notes = await Promise.all(names.map((name) => readFile(join(place, "notes", name), "utf8")));
  const ran = notes.map((note) => note.split("\0").slice(0, -1));
  return {
    command,
    ran,
    written: [...(await changedIn(join(place, "work"))), ...(await changedIn(join(place, "home"), "~/"))],
  };
}

async function changedIn(folder: string, prefix = ""): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const changed: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    const content = await readFile(join(folder, path), "utf8").catch(() => undefined);
    const isLocal = local.includes(path) && content?.startsWith("#!/bin/sh\nprintf");
    if (content !== files[path] && !isLocal) changed.push(prefix + path);
  }
  return changed;
}
