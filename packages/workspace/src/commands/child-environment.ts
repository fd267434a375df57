/** Variables that commands may see. All others, especially keys and tokens, are removed. */
const allowedNames = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TMPDIR TZ CI NO_COLOR
  JAVA_HOME GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOFLAGS GOPROXY CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN NVM_DIR PNPM_HOME
  VOLTA_HOME BUN_INSTALL DENO_DIR VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT UV_CACHE_DIR PIP_CACHE_DIR RBENV_ROOT GEM_HOME GEM_PATH
  GRADLE_USER_HOME MAVEN_HOME M2_HOME ANDROID_HOME DOTNET_ROOT ASDF_DATA_DIR MISE_DATA_DIR
  XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
  HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS`.split(
    /\s+/,
  ),
);
const allowedPrefixes = ["LC_", "npm_config_"];
const secretName = /auth|token|secret|passw|key|cert$|otp|user(name)?$/i;
const credentialsInUrl = /:\/\/[^/\s]*@/;

/** Also right with a terminal: a pager or an editor would wait for a user. */
const unattended = {
  // Users' own scripts check for it.
  ROO_ACTIVE: "true",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  // Keeps the text: an amended commit or a merge succeeds, a commit without a message fails.
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  // No desktop window asks for a password. Without a terminal ssh cannot ask either, and fails.
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  DEBIAN_FRONTEND: "noninteractive",
  APT_LISTCHANGES_FRONTEND: "none",
  npm_config_update_notifier: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  // Otherwise a program that is stopped has printed nothing.
  PYTHONUNBUFFERED: "1",
};

/**
 * Prompts fail instead of waiting. `CI` is not set: it changes what some builds do, and without a terminal
 * nothing watches or prompts anyway.
 */
const withoutTerminal = {
  TERM: "dumb",
  GIT_TERMINAL_PROMPT: "0",
  PIP_NO_INPUT: "1",
  COMPOSER_NO_INTERACTION: "1",
  npm_config_progress: "false",
};

export function childEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isPassedOn(entry[0], entry[1]),
  );
  return { LANG: "C.UTF-8", ...Object.fromEntries(passed), ...unattended, ...withoutTerminal };
}

/** The same for a command in a terminal, which may prompt. */
export function terminalEnvironment(environment: Record<string, string>): Record<string, string> {
  const kept = Object.entries(environment).filter(([name]) => !Object.hasOwn(withoutTerminal, name));
  return { ...Object.fromEntries(kept), TERM: "xterm" };
}

function isPassedOn(name: string, value: string): boolean {
  if (credentialsInUrl.test(value)) return false;
  if (allowedNames.has(name)) return true;
  return allowedPrefixes.some((prefix) => name.startsWith(prefix)) && !secretName.test(name);
}
