import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { viewMachine } from "./command-view.ts";

/** A user's home with programs as version managers install them, and with secrets beside each. */
function personsHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-person-")));
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    chmodSync(join(home, path), mode);
  };
  const program = (path: string, body: string): void => write(path, `#!/bin/sh\n${body}\n`, 0o755);
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(target, join(home, path));
  };
  return { home, write, program, link, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) };
}

const secrets = [
  ".ssh/id_rsa",
  ".aws/credentials",
  ".local/share/keyrings/login.keyring",
  ".local/bin/.env",
  ".cargo/credentials.toml",
  ".npmrc",
  "tools/reader-2.1/.env",
  "tools/notes.txt",
  "projects/other/.env",
  "version-manager/token",
];

describeSandboxed("programs on the PATH", () => {
  it("are visible wherever they are installed, but no secret beside them is", async () => {
    using person = personsHome();
    for (const path of secrets) person.write(path, "_authToken=canary-secret\n");
    person.program(".local/bin/plain", "echo plain ran");
    person.program("tools/reader-2.1/bin/reader", 'cat "$(dirname "$(readlink -f "$0")")/../lib/args"');
    person.write("tools/reader-2.1/lib/args", "reader ran\n");
    person.link(".local/bin/reader", "../../tools/reader-2.1/bin/reader");
    person.program("scripts/lonely", "echo lonely ran");
    person.link(".local/bin/lonely", join(person.home, "scripts/lonely"));
    person.program(
      "version-manager/shims/managed",
      `exec ${person.home}/version-manager/installs/managed/1.0/bin/managed`,
    );
    person.program("version-manager/installs/managed/1.0/bin/managed", "echo managed ran");
    person.program(".nvm/versions/node/v1.0.0/bin/renderer", "echo renderer ran");
    person.program(".cargo/bin/compiler", 'exec "$HOME/.rustup/toolchains/stable/bin/compiler"');
    person.program(".rustup/toolchains/stable/bin/compiler", "echo compiler ran");
    person.write("projects/other/node_modules/greeter/cli.sh", "#!/bin/sh\necho greeter ran\n", 0o755);
    person.link("projects/other/node_modules/.bin/greeter", "../greeter/cli.sh");
    person.write("envs/app/pyvenv.cfg", "home = /usr/bin\n");
    person.program("envs/app/bin/analyser", 'cat "$(dirname "$0")/../pyvenv.cfg"');
    const folders = `.local/bin version-manager/shims .nvm/versions/node/v1.0.0/bin .cargo/bin envs/app/bin
      projects/other/node_modules/.bin`.split(/\s+/);
    const PATH = [...folders.map((folder) => join(person.home, folder)), "/usr/bin", "/bin"].join(":");
    await using temp = sandboxedWorkspace({}, { environment: { PATH, HOME: person.home } });

    const programs = "plain reader lonely managed renderer compiler greeter analyser".split(" ");
    const { output } = await run(temp, `${programs.join("; ")}; cd "$HOME"; cat ${secrets.join(" ")} 2>&1; true`);
    for (const name of programs.slice(0, -1)) expect(output).toContain(`${name} ran`);
    expect(output).toContain("home = /usr/bin");
    expect(output).not.toContain("canary-secret");
    const attempt = await run(temp, `for name in ${folders.join(" ")}; do echo x > "$HOME/$name/plain"; done`);
    expect(attempt.output.match(/read-only/gi)).toHaveLength(folders.length);
  });

  it("include the Node that Roo runs with, at its own path", async () => {
    await using temp = sandboxedWorkspace({}, { environment: { PATH: "/usr/bin:/bin", HOME: "/home/nobody" } });
    const { output } = await run(temp, `'${process.execPath}' -p '"node " + 6 * 7'`);
    expect(output).toContain("node 42");
  });
});

it("looks a search path up once, and again when a folder of it changes", () => {
  using person = personsHome();
  person.program("apps/one-1/bin/one", "");
  person.link(".local/bin/one", "../../apps/one-1/bin/one");
  const environment = { PATH: join(person.home, ".local/bin") };
  const tools = () => viewMachine({ root: "/nowhere", home: person.home, environment, own: "/own" }).tools;
  const places = () => tools().map(({ target }) => target);
  expect(places()).toContain(join(person.home, "apps/one-1/bin"));
  person.program("apps/two-1/bin/two", "");
  person.link(".local/bin/two", "../../apps/two-1/bin/two");
  expect(places()).toContain(join(person.home, "apps/two-1/bin"));
});
