import { namespaceFlags, socketFamilies, typingRequests } from "./assemble-filter.ts";
import { deniedNames, unknownNames } from "./system-calls.ts";

const architectures: Readonly<Record<string, string>> = { x64: "SCMP_ARCH_X86_64", arm64: "SCMP_ARCH_AARCH64" };
const [notPermitted, notImplemented, noSuchFamily] = [1, 38, 97];

interface Comparison {
  readonly index: number;
  readonly value: number;
  readonly valueTwo?: number;
  readonly op: "SCMP_CMP_EQ" | "SCMP_CMP_GT" | "SCMP_CMP_MASKED_EQ";
}

/** The same filter in the format of container engines; undefined if the machine's calls are unknown. */
export function seccompProfile(machine: string = process.arch): string | undefined {
  const architecture = architectures[machine];
  if (architecture === undefined) return undefined;
  return JSON.stringify({
    defaultAction: "SCMP_ACT_ALLOW",
    architectures: [architecture],
    syscalls: [
      refuse(deniedNames(machine), notPermitted),
      refuse(unknownNames, notImplemented),
      ...bitsOf(namespaceFlags).map((bit) =>
        refuse(["clone"], notPermitted, { index: 0, value: bit, valueTwo: bit, op: "SCMP_CMP_MASKED_EQ" }),
      ),
      ...typingRequests.map((value) => refuse(["ioctl"], notPermitted, { index: 1, value, op: "SCMP_CMP_EQ" })),
      ...otherFamilies().map((family) => refuse(["socket"], noSuchFamily, family)),
    ],
  });
}

function refuse(names: readonly string[], errnoRet = notPermitted, comparison?: Comparison) {
  return { names, action: "SCMP_ACT_ERRNO", errnoRet, ...(comparison && { args: [comparison] }) };
}

function bitsOf(flags: number): readonly number[] {
  return Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((bit) => (flags & bit) !== 0);
}

/** Rules are combined with "or", so everything outside our list is listed. */
function otherFamilies(): readonly Comparison[] {
  const highest = Math.max(...socketFamilies);
  const below = Array.from({ length: highest }, (_, family) => family).filter((one) => !socketFamilies.includes(one));
  return [
    { index: 0, value: highest, op: "SCMP_CMP_GT" },
    ...below.map((value): Comparison => ({ index: 0, value, op: "SCMP_CMP_EQ" })),
  ];
}
