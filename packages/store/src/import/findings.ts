import type { Mode, Profile, Settings } from "@roo-code/types";
import { type ProfileSecrets, secretTexts, splitProfile } from "../profiles/profile-secrets.ts";
import { createRedactor, redactInPlace } from "../secrets/redact.ts";
import type { FoundFile, FoundImport, FoundMode, FoundTask, ImportOptions, ImportScope } from "./import-source.ts";
import { mcpFile } from "./mcp/mcp-file.ts";
import type { McpServer } from "./mcp/read-servers.ts";
import { isSame } from "./plain-value.ts";
import type { Refuse } from "./read/source-folder.ts";
import { safePath, withSuffix } from "./safe-path.ts";
import { builtinModes, toUsableMode } from "./usable-mode.ts";

const maxNoteLength = 400;
const maxNotes = 2_000;

/** Collects what one source found. Of two different items with the same name the first keeps it. */
export class Findings {
  readonly tool: string;
  readonly #home: string;
  readonly #isProvider: (id: string) => boolean;
  readonly #sources = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #settings: Record<string, unknown> = {};
  readonly #profiles = new Map<string, Profile>();
  readonly #secrets = new Map<string, ProfileSecrets>();
  readonly #strayKeys = new Set<string>();
  readonly #modes: FoundMode[] = [];
  readonly #files = new Map<string, FoundFile>();
  readonly #servers = { user: new Map<string, McpServer>(), project: new Map<string, McpServer>() };
  readonly #serverSources = { user: new Set<string>(), project: new Set<string>() };
  readonly #tasks = new Map<string, FoundTask>();
  #redact: ((text: string) => string) | undefined;

  constructor(tool: string, { homeFolder, isProvider = () => true }: Partial<ImportOptions> = {}) {
    this.tool = tool;
    this.#home = homeFolder ?? "";
    this.#isProvider = isProvider;
  }

  /** Records a file or folder that was read. */
  addSource(path: string): void {
    this.#sources.add(path);
  }

  /** Records what was not imported, and why. */
  note(text: string): void {
    if (this.#notes.size < maxNotes) this.#notes.add(text);
  }

  /** For a `SourceFolder`: records what it refuses to read. */
  readonly refuse: Refuse = (path, reason) => {
    this.note(`${this.show(path)} was skipped: ${reason}.`);
    return undefined;
  };

  /** A path for display, with `~` for the home folder. */
  show(path: string): string {
    return this.#home !== "" && path.startsWith(this.#home) ? `~${path.slice(this.#home.length)}` : path;
  }

  setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key] | undefined): void {
    if (value !== undefined && !Object.hasOwn(this.#settings, key)) this.#settings[key] = value;
  }

  /** Returns its new name; undefined if its provider does not exist here. Secrets are kept apart. */
  addProfile(name: string, whole: Profile): string | undefined {
    const { profile, secrets } = withoutSecrets(whole);
    const { apiProvider } = profile;
    if (!this.#isProvider(apiProvider)) {
      for (const text of secretTexts(secrets)) this.addStraySecret(text);
      this.note(`Profile ${name} was skipped: its provider ${apiProvider} is not available here.`);
      return undefined;
    }
    const free = firstFree(usableName(name), (candidate) => {
      const present = this.#profiles.get(candidate);
      return present === undefined || isSame(present, profile);
    });
    this.#profiles.set(free, profile);
    if (Object.keys(secrets).length > 0) this.#secrets.set(free, secrets);
    return free;
  }

  isProfile(name: string, whole: Profile): boolean {
    return isSame(this.#profiles.get(name), withoutSecrets(whole).profile);
  }

  hasKey(key: string): boolean {
    return [...this.#secrets.values()].some(({ apiKey }) => apiKey === key);
  }

  /** A secret that belongs to nothing imported: it is redacted everywhere else. */
  addStraySecret(key: string): void {
    this.#strayKeys.add(key);
  }

  addMode(found: Mode, scope: ImportScope): void {
    const mode = toUsableMode(found);
    if (!mode) {
      this.note(`Mode ${found.slug} was skipped: it would not be valid here.`);
      return;
    }
    const slug = firstFree(mode.slug, (candidate) => {
      const present = this.#modes.find((known) => known.slug === candidate && known.scope === scope);
      return present === undefined || isSame(present, { ...mode, slug: candidate, scope });
    });
    if (slug !== mode.slug) this.note(`Mode ${mode.slug} was found twice; the second is ${slug}.`);
    if (!this.hasMode(slug, scope)) this.#modes.push({ ...mode, slug, scope });
  }

  /** In either scope, unless one is given. */
  hasMode(slug: string, scope?: ImportScope): boolean {
    return this.#modes.some((mode) => mode.slug === slug && (scope === undefined || mode.scope === scope));
  }

  /** `path` is checked: names in it come from the source. */
  addFile(file: FoundFile): void {
    const path = safePath(file.path);
    if (path === undefined) {
      this.note(`${file.path} from ${this.show(file.source)} was skipped: its name cannot be used here.`);
      return;
    }
    const suffix = firstFree("", (candidate) => {
      const present = this.#files.get(`${file.scope}:${withSuffix(path, candidate)}`);
      return present === undefined || present.content === file.content;
    });
    const free = withSuffix(path, suffix);
    this.#files.set(`${file.scope}:${free}`, { ...file, path: free });
  }

  addServer(name: string, server: McpServer, origin: { scope: ImportScope; source: string }): void {
    const servers = this.#servers[origin.scope];
    const free = firstFree(name, (candidate) => {
      const present = servers.get(candidate);
      return present === undefined || isSame(present, server);
    });
    servers.set(free, server);
    this.#serverSources[origin.scope].add(origin.source);
  }

  addTask(task: FoundTask): void {
    if (this.#tasks.has(task.taskId)) this.note(`Task ${task.originalId} was found twice; the first one is used.`);
    else this.#tasks.set(task.taskId, task);
  }

  /** Redacts every secret found, in place; also for data that is read later. */
  scrub<Value extends object>(value: Value): Value {
    const texts = [...this.#secrets.values()].flatMap(secretTexts);
    this.#redact ??= createRedactor([...texts, ...this.#strayKeys].filter(isDistinctive));
    return redactInPlace(value, this.#redact);
  }

  /** undefined if there was nothing of this tool. Called once, at the end. */
  finish(): FoundImport | undefined {
    if (this.#sources.size === 0) return undefined;
    this.#dropUnknownMode();
    const files = [...this.#files.values(), ...this.#serverFiles()];
    return {
      tool: this.tool,
      sources: [...this.#sources],
      settings: this.scrub(this.#settings),
      profiles: this.scrub(Object.fromEntries(this.#profiles)),
      secrets: this.#secrets,
      modes: this.scrub(this.#modes),
      files: this.scrub(files),
      tasks: [...this.#tasks.values()],
      unmapped: this.scrub([...this.#notes]).map(printable),
    };
  }

  /** New tasks could not start in an unknown mode. */
  #dropUnknownMode(): void {
    const { mode } = this.#settings;
    if (typeof mode !== "string" || builtinModes.has(mode) || this.hasMode(mode, "user")) return;
    this.note(`The current mode ${mode} was not found.`);
    delete this.#settings.mode;
  }

  #serverFiles(): FoundFile[] {
    return (["user", "project"] as const).flatMap((scope) => {
      const servers = this.#servers[scope];
      if (servers.size === 0) return [];
      const source = [...this.#serverSources[scope]].join(", ");
      const content = mcpFile(servers, this);
      return [{ path: scope === "user" ? "mcp-settings.json" : "mcp.json", content, source, scope }];
    });
  }
}

function withoutSecrets(whole: Profile): { profile: Profile; secrets: ProfileSecrets } {
  const { open, secrets } = splitProfile(whole);
  const { stored: _, ...profile } = open;
  return { profile, secrets };
}

/** `name`, `name-2`, `name-3`, … */
function firstFree(name: string, isFree: (candidate: string) => boolean): string {
  for (let count = 2, candidate = name; ; candidate = `${name}-${count++}`) if (isFree(candidate)) return candidate;
}

/** Local servers accept any word as a key; redacting `ollama` everywhere would do more harm than good. */
function isDistinctive(key: string): boolean {
  return key.length >= 16 || (key.length >= 8 && /\d/.test(key));
}

/** Profile names are part of secret names, which cannot contain a slash. */
function usableName(name: string): string {
  return name.replaceAll(/[/\p{C}]/gu, "-").slice(0, 60) || "imported";
}

/** File names can contain control characters that move a terminal's cursor or reverse text. */
function printable(note: string): string {
  const visible = note.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
  return visible.length > maxNoteLength ? `${visible.slice(0, maxNoteLength)}…` : visible;
}
