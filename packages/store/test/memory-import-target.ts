import type { Mode, Profile } from "@roo-code/types";
import type { ImportTarget } from "../src/import/apply/import-target.ts";
import type { FoundTask } from "../src/import/import-source.ts";
import { type ProfileSecrets, splitProfile } from "../src/profiles/profile-secrets.ts";

type AddedTask = Pick<FoundTask, "taskId" | "events">;

/** An import target in memory that counts its writes. */
export class MemoryImportTarget implements ImportTarget {
  readonly settings = new Map<string, unknown>();
  readonly profiles = new Map<string, Profile>();
  readonly secrets = new Map<string, ProfileSecrets>();
  readonly modes = new Map<string, Mode>();
  readonly files = new Map<string, string>();
  readonly tasks = new Map<string, AddedTask>();
  writes = 0;

  getSetting = async (key: string): Promise<unknown> => this.settings.get(key);
  setSetting = async (key: string, value: unknown): Promise<void> => this.#set(this.settings, key, value);
  getProfile = async (name: string): Promise<Profile | undefined> => this.profiles.get(name);
  addProfile = async (name: string, profile: Profile): Promise<void> => {
    const { open, secrets } = splitProfile(profile);
    this.#set(this.profiles, name, open);
    this.secrets.set(name, secrets);
  };
  getSecrets = async (name: string): Promise<ProfileSecrets> => this.secrets.get(name) ?? {};
  getMode = async (slug: string, scope: string): Promise<Mode | undefined> => this.modes.get(`${scope}:${slug}`);
  addMode = async (mode: Mode, scope: string): Promise<void> => this.#set(this.modes, `${scope}:${mode.slug}`, mode);
  readFile = async (path: string, scope: string): Promise<string | undefined> => this.files.get(`${scope}:${path}`);
  writeFile = async (path: string, content: string, scope: string): Promise<void> =>
    this.#set(this.files, `${scope}:${path}`, content);
  hasTask = async (taskId: string): Promise<boolean> => this.tasks.has(taskId);
  addTask = async (task: AddedTask): Promise<void> => this.#set(this.tasks, task.taskId, task);

  #set<Value>(map: Map<string, Value>, key: string, value: Value): void {
    this.writes += 1;
    map.set(key, value);
  }
}
