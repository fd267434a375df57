import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../../files/confine.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { programPaths } from "./path-programs.ts";
import { secretsOfHome } from "./secret-paths.ts";
import { isSystemPath, kindOf } from "./system-paths.ts";

/** Compilers, interpreters, their version managers and downloads; nothing that contains a key. */
const toolchains =
  `.cargo/bin .cargo/registry .cargo/git .cargo/env .cargo/config.toml .rustup .pyenv .nvm .volta .bun/bin
  .deno/bin .asdf .sdkman .jenv .rbenv .rvm .gem .goenv go/bin go/pkg .m2/repository .gradle/wrapper .nuget/packages .dotnet
  .juliaup .julia .ghcup .opam .elan .conda miniconda3 anaconda3 miniforge3 .poetry .phpenv .fnm .nodenv .local/bin
  .local/lib .local/share/mise .local/share/uv .local/share/pnpm .local/share/fnm .local/share/pipx .local/share/virtualenv
  .cache/ms-playwright .cache/node/corepack bin`.split(/\s+/);

/** Visible unless something in them looks like a secret. */
const configurationFiles = [
  ".gitconfig",
  ".tool-versions",
  ".config/mise/config.toml",
  ".config/git/config",
  ".config/git/ignore",
  ".npmrc",
  ".config/pip/pip.conf",
];
const looksSecret = /token|passw|_auth|secret|helper|:\/\/[^/\s]*@/i;

export interface HomeRequest {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The user's toolchains and harmless configuration, read-only; the rest of the home is replaced by an empty one. */
export function homeMounts({ home, environment }: HomeRequest): readonly Mount[] {
  const tools = toolchains.map((name) => join(home, name)).filter((path) => kindOf(path) !== undefined);
  const files = configurationFiles.map((name) => join(home, name)).filter(isHarmless);
  const { shown } = programPaths({ path: environment["PATH"] ?? "", home });
  const named = [...shown, ...toolHomes(environment)]
    .filter((path) => !isSystemPath(path) && !isInside(path, home) && kindOf(path) !== undefined)
    .filter((path) => !isSecret(home, path) && !tools.some((tool) => isInside(tool, path)));
  return [...new Set([...tools, ...named, ...files])].map((path) => readOnly(path));
}

/** The user's secrets that exist. */
export function homeSecrets({ home, environment }: HomeRequest): readonly string[] {
  const { secrets } = programPaths({ path: environment["PATH"] ?? "", home });
  return [...secretsOfHome(home), ...secrets].filter((path) => kindOf(path) !== undefined);
}

function isSecret(home: string, path: string): boolean {
  return secretsOfHome(home).some((secret) => isInside(secret, path) || isInside(path, secret));
}

/** Variables that name a toolchain's folder, and the parts of it to show; empty: all. */
const toolVariables: Readonly<Record<string, string>> = {
  JAVA_HOME: "",
  GOROOT: "",
  GOPATH: "bin pkg",
  VIRTUAL_ENV: "",
  CONDA_PREFIX: "",
  MAVEN_HOME: "",
  M2_HOME: "",
  ANDROID_HOME: "",
  DOTNET_ROOT: "",
  NODE_EXTRA_CA_CERTS: "",
  SSL_CERT_FILE: "",
  SSL_CERT_DIR: "",
  CARGO_HOME: "bin registry git env",
  RUSTUP_HOME: "toolchains settings.toml",
  NVM_DIR: "versions alias nvm.sh",
  VOLTA_HOME: "bin tools",
  PYENV_ROOT: "bin shims versions libexec plugins version",
  RBENV_ROOT: "bin shims versions libexec plugins version",
  ASDF_DATA_DIR: "shims installs plugins",
  MISE_DATA_DIR: "shims installs plugins",
  BUN_INSTALL: "bin",
};

function toolHomes(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(toolVariables).flatMap(([name, parts]) => {
    const folder = environment[name] ?? "";
    if (!/^\/[^/]+\/./.test(folder)) return [];
    return parts === "" ? [folder] : parts.split(" ").map((part) => join(folder, part));
  });
}

function isHarmless(path: string): boolean {
  try {
    return !looksSecret.test(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
}
