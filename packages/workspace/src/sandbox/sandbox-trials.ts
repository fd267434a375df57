import type { CommandProfile } from "@roo-code/types";

/** One protection to test. */
export interface Trial {
  readonly what: string;
  /** What the command tries. */
  readonly how: string;
  /** The result if it was stopped in another way than by a refusal. */
  readonly outcome?: string;
  readonly profile: CommandProfile;
  /** Prints `landed` if it was not stopped. `{…}` are replaced by values. */
  readonly command: string;
  /** What it must also print: shows that it ran. */
  readonly control: string;
}

const confined: CommandProfile = { write: "all", network: "none" };

export const trials: readonly Trial[] = [
  {
    what: "files outside the workspace cannot be written",
    how: "tried to write a file next to it",
    profile: confined,
    command: "echo x > inside && echo ran; echo x > {beside}/file && echo landed",
    control: "ran",
  },
  {
    what: "keys and Roo's own files cannot be read",
    how: "tried to read a file in Roo's home",
    profile: confined,
    command: "cat seen; cat {home}/secret && echo landed",
    control: "ran",
  },
  {
    what: "protected files cannot be changed",
    how: "tried to change .vscode/settings.json",
    profile: confined,
    command: "echo x > seen && echo ran; echo x > .vscode/settings.json && echo landed",
    control: "ran",
  },
  {
    what: "files listed in .rooignore cannot be read",
    how: "tried to read a listed file",
    profile: confined,
    command: "echo ran; cat ignored && echo landed",
    control: "ran",
  },
  {
    what: "a mode without write access cannot write",
    how: "tried to write in the workspace",
    profile: { ...confined, write: "none" },
    command: "echo x > /tmp/roo-trial && echo ran; echo x > new && echo landed",
    control: "ran",
  },
  {
    what: "a mode that writes by pattern keeps only what matches",
    how: "wrote a.md and a.txt where only *.md may be written",
    outcome: "only a.md was kept",
    profile: { ...confined, write: { patterns: [[String.raw`\.md$`]] } },
    command: "echo x > a.md && echo x > a.txt && echo ran",
    control: "ran",
  },
  {
    what: "there is no network",
    how: "tried to connect to a server of this machine",
    profile: confined,
    command: "echo ran; (exec 5<>/dev/tcp/127.0.0.1/{port}) && echo landed",
    control: "ran",
  },
  {
    what: "hosts that are not listed cannot be reached",
    how: "tried to reach another host",
    profile: { ...confined, network: { hosts: ["example.org"] } },
    command: String.raw`exec 5<>/dev/tcp/127.0.0.1/3128 && printf 'CONNECT other.invalid:443 HTTP/1.1\r\n\r\n' >&5 && read -r line <&5 && case $line in *403*) echo ran;; *) echo landed;; esac`,
    control: "ran",
  },
  {
    what: "other processes cannot be reached",
    how: "tried to signal Roo's own process and to read its environment",
    profile: confined,
    command: "echo ran; kill -0 {pid} && echo landed; cat /proc/{pid}/environ && echo landed",
    control: "ran",
  },
  {
    what: "dangerous system calls are refused",
    how: "tried to create a namespace and to mount a folder",
    profile: confined,
    command: "echo ran; unshare --user true && echo landed; mount -t tmpfs x /tmp && echo landed",
    control: "ran",
  },
];
