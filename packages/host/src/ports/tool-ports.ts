import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProfilesFile } from "@roo-code/store";
import {
  type CodeIndex,
  type CodeOutline,
  type ImageMaker,
  type McpCalls,
  RooError,
  type Settings,
  type TaskHistory,
  ToolFailure,
  type ToolPorts,
  type Workspace,
} from "@roo-code/types";
import { createLibrary } from "./library.ts";
import { guideTo } from "./library-guide.ts";
import { once } from "./once.ts";
import { SharedBrowser } from "./shared-browser.ts";

/** What a task's tools have, until the task is let go. */
export interface HeldPorts {
  readonly ports: ToolPorts;
  /** What the model of a new task is told about them. */
  readonly guide: string;
  /** The one among the ports, for a person to take over. */
  readonly browser: SharedBrowser | undefined;
  /** Ends what was begun: a browser, an index that is being built. May be called twice. */
  dispose(): Promise<void>;
}

export interface PortParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly profiles: ProfilesFile;
  readonly settings: Settings;
  readonly workspace: Workspace;
  /** Slug of the task's mode. */
  readonly mode: string;
  /** Whether a browser is found on this machine. */
  readonly hasBrowser: () => Promise<boolean>;
  /** Slugs of modes the task may change to, and that tasks working for it may have. */
  readonly modes?: readonly string[];
  readonly subtasks?: readonly string[];
  readonly history?: TaskHistory;
  readonly mcp?: McpCalls;
}

/**
 * The ports of a task's tools: thin objects, each of which loads what it needs when it is first used. Only what decides
 * which tools are offered is looked at now, and that by the names of files.
 */
export async function createToolPorts(parts: PortParts): Promise<HeldPorts> {
  const { home, environment, profiles, settings, workspace, mode } = parts;
  const endings: (() => Promise<void>)[] = [];
  const onEnd = (end: () => Promise<void>): void => void endings.push(end);
  const library = createLibrary({ home, workspace: workspace.root, mode });
  const [guide, hasBrowser, hasCodeIndex] = await Promise.all([
    guideTo(library),
    settings.browser !== undefined || parts.hasBrowser(),
    isIndexed(home, workspace.root, settings.codeIndex),
  ]);
  const { imageProfile: profile, embeddings } = settings;
  const browser = hasBrowser ? sharedBrowser({ environment, executable: settings.browser, onEnd }) : undefined;
  return {
    guide,
    browser,
    ports: {
      outline: outlinePort(),
      ...(hasCodeIndex && { codeIndex: indexPort({ home, environment, embeddings, workspace, onEnd }) }),
      ...(browser && { browser }),
      ...(guide !== "" && { library }),
      ...(parts.history && { history: parts.history }),
      ...(parts.mcp && { mcp: parts.mcp }),
      ...(parts.modes && { modes: parts.modes }),
      ...(parts.subtasks && { subtasks: parts.subtasks }),
      ...(profile !== undefined && { images: imagesPort({ profile, profiles, environment }) }),
    },
    async dispose() {
      await Promise.allSettled(endings.splice(0).map((end) => end()));
    },
  };
}

type OnEnd = (end: () => Promise<void>) => void;

function outlinePort(): CodeOutline {
  const open = once(async () => (await import("@roo-code/index")).createOutline());
  return { outline: async (path, content) => (await open()).outline(path, content) };
}

/** The folder of all indexes is looked for first: where nobody ever built one, nothing is loaded. */
async function isIndexed(home: string, root: string, wanted: boolean | undefined): Promise<boolean> {
  if (wanted !== undefined) return wanted;
  if (!existsSync(join(home, "index"))) return false;
  return (await import("@roo-code/index")).hasIndex(home, root);
}

function indexPort(parts: IndexParts): CodeIndex {
  const { home, environment, embeddings, workspace, onEnd } = parts;
  const open = once(async () => {
    const { createCodeIndex } = await import("@roo-code/index");
    const { root, files } = workspace;
    const index = createCodeIndex({ home, root, files, environment, ...(embeddings && { settings: embeddings }) });
    onEnd(() => index.close());
    return index;
  });
  return { search: async (request) => (await open().catch(tellModel)).search(request) };
}

interface IndexParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly embeddings: Settings["embeddings"];
  readonly workspace: Workspace;
  readonly onEnd: OnEnd;
}

/** Settings that do not go together must not end the task. */
function tellModel(error: unknown): never {
  if (!(error instanceof RooError)) throw error;
  throw new ToolFailure("index_unavailable", `${error.message} Tell the user, and use search_files.`);
}

function sharedBrowser(parts: {
  environment: NodeJS.ProcessEnv;
  executable: string | undefined;
  onEnd: OnEnd;
}): SharedBrowser {
  const { environment, executable, onEnd } = parts;
  const open = once(async () => {
    const { createBrowser } = await import("@roo-code/browser");
    const browser = createBrowser({ environment, ...(executable !== undefined && { executable }) });
    onEnd(() => browser.dispose());
    return browser;
  });
  return new SharedBrowser(open);
}

function imagesPort(parts: { profile: string; profiles: ProfilesFile; environment: NodeJS.ProcessEnv }): ImageMaker {
  return { make: async (request) => (await import("./images.ts")).createImageMaker(parts).make(request) };
}
