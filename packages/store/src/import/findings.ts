import type { Mode, Profile, Settings } from "@roo-code/types";
import { type ProfileSecrets, secretTexts, splitProfile } from "../profiles/profile-secrets.ts";
import { createRedactor } from "../secrets/redact.ts";
import { builtinModes } from "./builtin-modes.ts";
import type { FoundFile, FoundImport, FoundMode, FoundTask, ImportPlaces, ImportScope } from "./import-source.ts";
import { mcpFile } from "./mcp/mcp-file.ts";
import type { McpServer } from "./mcp/mcp-server.ts";
import { isSame } from "./plain-value.ts";
import type { Refuse } from "./read/source-folder.ts";
import { redactInPlace } from "./redact-in-place.ts";
import { safePath, withSuffix } from "./safe-path.ts";
import { usableMode } from "./usable-mode.ts";

const longestNote = 400;
const mostNotes = 2_000;

/** What one source found, gathered until it is handed out. Of two different things with one name the first keeps it. */
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

  constructor(tool: string, { homeFolder, isProvider = () => true }: Partial<ImportPlaces> = {}) {
    this.tool = tool;
    this.#home = homeFolder ?? "";
    this.#isProvider = isProvider;
  }

  /** Everything a source read something from. */
  addSource(path: string): void {
    this.#sources.add(path);
  }

  /** Something a person should know was not brought over, and why. */
  note(text: string): void {
    if (this.#notes.size < mostNotes) this.#notes.add(text);
  }

  /** For a `SourceFolder`: what it refuses to read is noted. */
  readonly refuse: Refuse = (path, reason) => {
    this.note(`${this.show(path)} was left out: ${reason}.`);
    return undefined;
  };

  /** A path as people write it. */
  show(path: string): string {
    return this.#home !== "" && path.startsWith(this.#home) ? `~${path.slice(this.#home.length)}` : path;
  }

  setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key] | undefined): void {
    if (value !== undefined && !Object.hasOwn(this.#settings, key)) this.#settings[key] = value;
  }

  /** Returns the name it goes by; undefined where its provider does not exist here. What lets somebody in is kept apart. */
  addProfile(name: string, whole: Profile): string | undefined {
    const { profile, secrets } = withoutSecrets(whole);
    const { apiProvider } = profile;
    if (!this.#isProvider(apiProvider)) {
      for (const text of secretTexts(secrets)) this.addStrayKey(text);
      this.note(`Profile ${name} was left out: its provider ${apiProvider} is not available here.`);
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

  /** A secret that belongs to nothing we bring over: it is kept out of everything else. */
  addStrayKey(key: string): void {
    this.#strayKeys.add(key);
  }

  addMode(found: Mode, scope: ImportScope): void {
    const mode = usableMode(found);
    if (!mode) {
      this.note(`Mode ${found.slug} was left out: it would not be valid here.`);
      return;
    }
    const slug = firstFree(mode.slug, (candidate) => {
      const present = this.#modes.find((known) => known.slug === candidate && known.scope === scope);
      return present === undefined || isSame(present, { ...mode, slug: candidate, scope });
    });
    if (slug !== mode.slug) this.note(`Mode ${mode.slug} was found twice; the second is ${slug}.`);
    if (!this.hasMode(slug, scope)) this.#modes.push({ ...mode, slug, scope });
  }

  /** In either scope, unless one is named. */
  hasMode(slug: string, scope?: ImportScope): boolean {
    return this.#modes.some((mode) => mode.slug === slug && (scope === undefined || mode.scope === scope));
  }

  /** `path` is checked: names in it come from the source. */
  addFile(file: FoundFile): void {
    const path = safePath(file.path);
    if (path === undefined) {
      this.note(`${file.path} from ${this.show(file.source)} was left out: its name cannot be used here.`);
      return;
    }
    const suffix = firstFree("", (candidate) => {
      const present = this.#files.get(`${file.scope}:${withSuffix(path, candidate)}`);
      return present === undefined || present.content === file.content;
    });
    const free = withSuffix(path, suffix);
    this.#files.set(`${file.scope}:${free}`, { ...file, path: free });
  }

  addServer(name: string, server: McpServer, where: { scope: ImportScope; source: string }): void {
    const servers = this.#servers[where.scope];
    const free = firstFree(name, (candidate) => {
      const present = servers.get(candidate);
      return present === undefined || isSame(present, server);
    });
    servers.set(free, server);
    this.#serverSources[where.scope].add(where.source);
  }

  addTask(task: FoundTask): void {
    if (this.#tasks.has(task.taskId)) this.note(`Task ${task.originalId} was found twice; the first one is taken.`);
    else this.#tasks.set(task.taskId, task);
  }

  /** Takes every key that was found out of a value, in place; for what is read after the end, too. */
  scrub<Value extends object>(value: Value): Value {
    const texts = [...this.#secrets.values()].flatMap(secretTexts);
    this.#redact ??= createRedactor([...texts, ...this.#strayKeys].filter(isUnmistakable));
    return redactInPlace(value, this.#redact);
  }

  /** undefined when there was nothing of this tool. Asked for once, at the end. */
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
      unmapped: this.scrub([...this.#notes]).map(legible),
    };
  }

  /** New tasks could not start in it. */
  #dropUnknownMode(): void {
    const { mode } = this.#settings;
    if (typeof mode !== "string" || builtinModes.has(mode) || this.hasMode(mode, "user")) return;
    this.note(`The mode ${mode} was in use, and was not found.`);
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

/** Local servers are given any word for a key, and taking `ollama` out of everything would harm more than help. */
function isUnmistakable(key: string): boolean {
  return key.length >= 16 || (key.length >= 8 && /\d/.test(key));
}

/** Names of profiles are parts of names of secrets: no slash in them. */
function usableName(name: string): string {
  return name.replaceAll(/[/\p{C}]/gu, "-").slice(0, 60) || "imported";
}

/** Names in files can hold what moves a terminal's cursor or turns text round. */
function legible(note: string): string {
  const visible = note.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\uFFFD");
  return visible.length > longestNote ? `${visible.slice(0, longestNote)}…` : visible;
}
