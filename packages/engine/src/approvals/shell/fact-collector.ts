import type { ParsedScript } from "unbash";
import type { Assigned, CommandFacts, Doubt, FileUse, SimpleCommand } from "./command-facts.ts";
import { joinPath } from "./join-path.ts";
import type { ParseShell } from "./parse-shell.ts";
import type { ShellWord } from "./shell-word.ts";

const maxFacts = 2_000;
const maxNodes = 30_000;
const maxFolders = 8;
const maxWrappers = 12;

const parentOfFolder = /[^/.][^/]*\/+\.\.(\/|$)/;

const noWrappers: readonly string[] = [];

type WalkScript = (facts: FactCollector, script: ParsedScript) => void;

type OpenCommand = Pick<SimpleCommand, "words" | "text" | "wrapper" | "hides" | "isInnerFixed" | "hasInput">;

/** Collects the facts of one command line during the walk, and tracks its current folder and wrappers. */
export class FactCollector {
  readonly parse: ParseShell;
  readonly #commands: SimpleCommand[] = [];
  readonly #files: FileUse[] = [];
  readonly #assignments: Assigned[] = [];
  readonly #doubts = new Map<string, Doubt>();
  readonly #inputs: string[] = [];
  readonly #functions: string[] = [];
  #folders: readonly string[];
  #nodes = 0;
  #isFork = false;
  #source = "";
  readonly #wrappers: SimpleCommand[] = [];

  readonly #walk: WalkScript;

  constructor(options: { parse: ParseShell; walk: WalkScript; folder: string }) {
    this.parse = options.parse;
    this.#walk = options.walk;
    this.#folders = [options.folder];
  }

  /** Walks a script, which may be nested in another. */
  enter(script: ParsedScript, source = script.source ?? this.#source): void {
    const before = this.#source;
    this.#source = source;
    this.#walk(this, script);
    this.#source = before;
  }

  /** Whether a range holds only blanks and line continuations. */
  isBlank(start: number, end: number): boolean {
    for (let index = start; index < end; index += 1) if (!" \t\n\\".includes(this.#source[index] ?? "a")) return false;
    return true;
  }

  /** The source text of a range. */
  between(start: number, end: number): string {
    return this.#source.slice(start, end);
  }

  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Counts visited nodes; throws for a command line that is too large. */
  visit(): void {
    this.#nodes += 1;
    if (this.#nodes > maxNodes || this.#commands.length + this.#files.length > maxFacts)
      throw new RangeError("the command line is too large");
  }

  addCommand(open: OpenCommand, isConcurrent: boolean): SimpleCommand {
    const outer = this.#wrappers.at(-1);
    const command = {
      ...open,
      folders: this.#folders,
      via: outer ? this.#wrappers.map(({ words }) => words[0]?.value ?? "") : noWrappers,
      outer,
    };
    this.#commands.push(command);
    const name = command.words[0]?.value;
    if (name !== undefined && isConcurrent && this.#functions.includes(name)) this.#isFork = true;
    return command;
  }

  /** Walks the commands that a wrapper runs. */
  within(wrapper: SimpleCommand, walk: () => void): void {
    if (this.#wrappers.length >= maxWrappers)
      return this.doubt(`commands are nested more than ${maxWrappers} levels deep`, "unread");
    this.#wrappers.push(wrapper);
    walk();
    this.#wrappers.pop();
  }

  addFile(file: Omit<FileUse, "folders">): void {
    this.#files.push({ ...file, folders: this.#folders });
  }

  addAssignment(assigned: Assigned): void {
    this.#assignments.push(assigned);
  }

  addInput(text: string): void {
    this.#inputs.push(text);
  }

  doubt(what: string, kind: Doubt["kind"] = "open"): void {
    this.#doubts.set(what, { what, kind });
  }

  /** The previous folders stay possible, because `cd` may fail or not be reached. */
  moveTo(target: ShellWord | undefined): void {
    const path = target === undefined || target.start.startsWith("~") ? (target?.text ?? "~") : target.value;
    if (path === undefined || path === "-" || this.#folders.length * 2 > maxFolders) this.#folders = [];
    else {
      // `cd -P link/..` is the parent of the link's target, which only the file system knows.
      const raw = parentOfFolder.test(path) ? this.#folders.map((folder) => `${folder}/${path}`) : [];
      this.#folders = [
        ...new Set([...this.#folders, ...this.#folders.map((folder) => joinPath(folder, path)), ...raw]),
      ];
    }
  }

  inFunction(name: string, walk: () => void): void {
    this.#functions.push(name);
    walk();
    this.#functions.pop();
  }

  result(): CommandFacts {
    const isPlain = this.#assignments.every((assigned) => assigned.isPlain);
    return {
      commands: this.#commands,
      files: this.#files,
      assignments: this.#assignments,
      doubts: [...this.#doubts.values()].map((doubt) =>
        doubt.kind === "calculated" ? { ...doubt, kind: isPlain ? "open" : "hidden" } : doubt,
      ),
      inputs: this.#inputs,
      isFork: this.#isFork,
    };
  }
}
