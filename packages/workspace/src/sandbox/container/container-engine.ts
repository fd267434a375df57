import { execFile } from "node:child_process";
import type { FoundEngine } from "./find-container-engine.ts";

/** What the client of an engine needs of our environment to find its engine; commands get none of it. */
const passedOn =
  /^(PATH|HOME|USER|LANG|TMPDIR|XDG_RUNTIME_DIR|XDG_CONFIG_HOME|XDG_DATA_HOME|DBUS_SESSION_BUS_ADDRESS|CONTAINERS?_.*|DOCKER_.*)$/;

/** An image with nothing in it: what a command sees is mounted. */
export const emptyImage = "roo-sandbox:empty";

/** docker or podman, as a program that is called. */
export class ContainerEngine {
  readonly #program: string;
  readonly #options: readonly string[];
  #image: Promise<boolean> | undefined;

  constructor({ program, options }: Pick<FoundEngine, "program" | "options">) {
    this.#program = program;
    this.#options = options;
  }

  get environment(): Record<string, string> {
    const entries = Object.entries(process.env).filter(([name]) => passedOn.test(name));
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
  }

  /** Of an image with nothing in it, made once. */
  async hasImage(): Promise<boolean> {
    this.#image ??= this.#makeImage();
    return this.#image;
  }

  /** Never rejects. */
  async run(words: readonly string[], input?: Buffer): Promise<{ isSuccess: boolean; complaints: string }> {
    const settings = { timeout: 60_000, env: this.environment };
    return new Promise((resolve) => {
      const child = execFile(this.#program, [...this.#options, ...words], settings, (error, _, stderr) =>
        resolve({ isSuccess: error === null, complaints: stderr }),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
  }

  async #makeImage(): Promise<boolean> {
    const { isSuccess } = await this.run(["image", "inspect", emptyImage]);
    // A tar archive that ends at once.
    return isSuccess || (await this.run(["import", "-", emptyImage], Buffer.alloc(1024))).isSuccess;
  }
}
