import { rm } from "node:fs/promises";
import { admitTarget, type Network, Refusal, startGuardProxy } from "@roo-code/browser/network";
import { RooError } from "@roo-code/types";
import { folderSize } from "@roo-code/workspace/folder";
import { type CloneAddress, type CloneProtocol, parseCloneAddress, refused } from "./clone-address.ts";
import { findGit, gitNotFound, neverRun, type Setting } from "./git-program.ts";
import { runClone } from "./run-git.ts";

export interface CloneOptions {
  readonly url: string;
  readonly branch?: string | undefined;
  /** A folder that does not exist yet. */
  readonly into: string;
  readonly protocols: readonly CloneProtocol[];
  /** Names of hosts that may be on this machine or in a private network. */
  readonly localHosts: readonly string[];
  readonly maxBytes: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly network: Network;
  readonly signal: AbortSignal;
}

const measureEveryMs = 1_000;

/**
 * Clones an untrusted repository: nothing in it is run, and the connection goes to the exact address that was checked.
 * Deletes everything when it fails. Throws `RooError` `git_not_found`, `address_refused`, `clone_failed`,
 * `quota_exceeded`.
 */
export async function cloneRepository(options: CloneOptions): Promise<void> {
  const address = parseCloneAddress(options.url, options.protocols);
  const program = await findGit(options.environment.PATH);
  if (program === undefined) throw gitNotFound();
  const tooLarge = new AbortController();
  const measuring = setInterval(() => void measure(), measureEveryMs);
  const measure = async () => {
    if ((await folderSize(options.into)) > options.maxBytes) tooLarge.abort();
  };
  try {
    await using route = await openRoute(address, options);
    await runClone({
      program,
      args: cloneArguments(address, options),
      environment: options.environment,
      settings: [...neverRun, ...withoutFilters, ...route.settings],
      variables: {
        GIT_ALLOW_PROTOCOL: address.protocol === "http" ? "http:https" : address.protocol,
        ...route.variables,
      },
      signal: AbortSignal.any([options.signal, tooLarge.signal]),
    }).catch((error: unknown) => {
      throw route.refusal() ?? error;
    });
    await measure();
    tooLarge.signal.throwIfAborted();
  } catch (error) {
    await rm(options.into, { recursive: true, force: true, maxRetries: 3 });
    throw tooLarge.signal.aborted ? quotaExceeded(options.maxBytes) : error;
  } finally {
    clearInterval(measuring);
  }
}

/** Git LFS would fetch files from any address the repository names. */
const withoutFilters: readonly Setting[] = [
  ["filter.lfs.smudge", ""],
  ["filter.lfs.process", ""],
  ["filter.lfs.required", "false"],
];

function cloneArguments(address: CloneAddress, { branch, into }: CloneOptions): string[] {
  const from = "url" in address ? address.url.href : "folder" in address ? address.folder : address.text;
  return [
    "clone",
    "--quiet",
    "--template=",
    "--no-recurse-submodules",
    "--no-hardlinks",
    ...(branch === undefined ? [] : [`--branch=${branch}`]),
    "--",
    from,
    into,
  ];
}

/** Settings that let git reach the remote host, and nothing else. */
interface Route extends AsyncDisposable {
  readonly settings: readonly Setting[];
  readonly variables: Readonly<Record<string, string>>;
  refusal(): RooError | undefined;
}

async function openRoute(address: CloneAddress, { localHosts, network }: CloneOptions): Promise<Route> {
  const plain: Route = {
    settings: [],
    variables: {},
    refusal: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  if (address.protocol === "file") return plain;
  const hostname = "url" in address ? address.url.hostname : address.hostname;
  const isLocal = localHosts.includes(hostname);
  const policy = { localhost: isLocal, privateNetwork: isLocal };
  if (address.protocol === "ssh") {
    const [first] = await admitTarget({ target: address, policy, network }).catch((error: unknown) => {
      throw asRefusal(error);
    });
    const ssh = [
      "ssh",
      "-o BatchMode=yes",
      `-o HostName=${first}`,
      `-o HostKeyAlias=${hostname}`,
      "-o ProxyCommand=none",
      "-o ProxyJump=none",
    ];
    return { ...plain, variables: { GIT_SSH_COMMAND: ssh.join(" "), GIT_SSH_VARIANT: "ssh" } };
  }
  const { url } = address;
  const proxy = await startGuardProxy({ policy, network });
  if (isLocal) proxy.open(url);
  return {
    settings: [["http.proxy", `http://127.0.0.1:${proxy.port}`]],
    variables: {},
    refusal: () => {
      const failure = proxy.failureFor(url);
      return failure?.kind === "refused" ? refused(failure.reason) : undefined;
    },
    [Symbol.asyncDispose]: () => proxy.dispose(),
  };
}

function asRefusal(error: unknown): RooError {
  if (error instanceof Refusal) return refused(error.message);
  const reason = error instanceof Error ? error.message : String(error);
  return new RooError({ code: "clone_failed", message: `The repository cannot be cloned: ${reason}.` });
}

function quotaExceeded(maxBytes: number): RooError {
  return new RooError({
    code: "quota_exceeded",
    message: `The repository is larger than the quota of ${maxBytes} bytes per folder.`,
    next: "The setting workspaceQuota sets the limit.",
  });
}
