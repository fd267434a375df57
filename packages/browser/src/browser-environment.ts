/** What Chromium needs of our environment. Keys and tokens stay with us. */
const passedOn = new Set(
  `PATH HOME USER LOGNAME USERPROFILE APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA SYSTEMROOT WINDIR TEMP TMP TMPDIR TZ LANG
  FONTCONFIG_PATH FONTCONFIG_FILE LD_LIBRARY_PATH DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_RUNTIME_DIR XDG_CONFIG_DIRS
  XDG_DATA_DIRS CHROME_DEVEL_SANDBOX`.split(/\s+/),
);

export function browserEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && passedOn.has(name.toUpperCase()) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
