/** Names a command may see. Everything else, keys and tokens above all, stays with us. */
const allowedNames = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TMPDIR TZ EDITOR CI NO_COLOR
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

/** No pager, prompt or colour: nobody sits in front of the command. */
const fixed = { TERM: "dumb", PAGER: "cat", GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0" };

export function childEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && isPassedOn(entry[0], entry[1]),
  );
  return { LANG: "C.UTF-8", ...Object.fromEntries(passed), ...fixed };
}

function isPassedOn(name: string, value: string): boolean {
  if (credentialsInUrl.test(value)) return false;
  if (allowedNames.has(name)) return true;
  return allowedPrefixes.some((prefix) => name.startsWith(prefix)) && !secretName.test(name);
}
