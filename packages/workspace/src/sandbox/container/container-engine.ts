import { execFile } from "node:child_process";
import type { FoundEngine } from "./find-container-engine.ts";

/** The variables an engine's client needs to find its engine; commands get none of them. */
const passedVariables =
  /^(PATH|HOME|USER|LANG|TMPDIR|XDG_RUNTIME_DIR|XDG_CONFIG_HOME|XDG_DATA_HOME|DBUS_SESSION_BUS_ADDRESS|CONTAINERS?_.*|DOCKER_.*)$/;

/** An empty image: everything a command sees is mounted. */
export const emptyImage = "roo-sandbox:empty";

/** docker or podman. */
export class ContainerEngine {
  readonly #program: string;
  readonly #options: readonly string[];
  #image: Promise<boolean> | undefined;

  constructor({ program, options }: Pick<FoundEngine, "program" | "options">) {
    this.#program = program;
    this.#options = options;
  }

  get environment(): Record<string, string> {
    const entries = Object.entries(process.env).filter(([name]) => passedVariables.test(name));
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
  }

  /** Creates the empty image once. */
  async hasImage(): Promise<boolean> {
    this.#image ??= this.#createImage();
    return this.#image;
  }

  /** Never rejects. */
  async run(args: readonly string[], input?: Buffer): Promise<{ isSuccess: boolean; errors: string }> {
    const settings = { timeout: 60_000, env: this.environment };
    return new Promise((resolve) => {
      const child = execFile(this.#program, [...this.#options, ...args], settings, (error, _, stderr) =>
        resolve({ isSuccess: error === null, errors: stderr }),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
  }

  async #createImage(): Promise<boolean> {
    const { isSuccess } = await this.run(["image", "inspect", emptyImage]);
    // An empty tar archive.
    return isSuccess || (await this.run(["import", "-", emptyImage], Buffer.alloc(1024))).isSuccess;
  }
}
