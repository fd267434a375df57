import { type SystemCalls, systemCalls } from "./system-calls.ts";

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const [loadWord, jumpEqual, jumpSet, giveBack] = [0x20, 0x15, 0x45, 0x06];
const [numberAt, architectureAt, firstArgumentAt, secondArgumentAt] = [0, 4, 16, 24];
const allow = 0x7f_ff_00_00;
const [notPermitted, notImplemented, noSuchFamily] = [1, 38, 97].map((errno) => 0x00_05_00_00 | errno);

/** All namespace flags of `clone`. */
export const namespaceFlags = 0x7e_02_00_00;
/** Both insert characters into a terminal as if typed: `TIOCSTI` and `TIOCLINUX`. */
export const typingRequests = [0x54_12, 0x54_1c];
/** unix, IPv4, IPv6, netlink. Others bypass the network namespace, such as those of virtual machines. */
export const socketFamilies = [1, 2, 10, 16];

/**
 * A system call filter in the kernel's format; undefined if the machine's call numbers are unknown. It denies
 * specific calls and allows all others.
 */
export function assembleFilter(machine: string = process.arch): Buffer | undefined {
  const calls = systemCalls.get(machine);
  return calls && encode(instructionsFor(calls));
}

function instructionsFor(calls: SystemCalls): readonly Instruction[] {
  return [
    [loadWord, 0, 0, architectureAt],
    [jumpEqual, 1, 0, calls.architecture],
    [giveBack, 0, 0, notImplemented ?? 0],
    [loadWord, 0, 0, numberAt],
    ...(calls.foreignBit === undefined
      ? []
      : ([
          [jumpSet, 0, 1, calls.foreignBit],
          [giveBack, 0, 0, notImplemented ?? 0],
        ] as const)),
    ...calls.denied.flatMap((number) => answer(number, notPermitted)),
    ...[...calls.unknown, calls.clone3].flatMap((number) => answer(number, notImplemented)),
    ...onArgument(calls.clone, firstArgumentAt, [
      [jumpSet, 0, 1, namespaceFlags],
      [giveBack, 0, 0, notPermitted ?? 0],
    ]),
    ...onArgument(
      calls.ioctl,
      secondArgumentAt,
      typingRequests.flatMap((request) => answer(request, notPermitted)),
    ),
    ...onArgument(calls.socket, firstArgumentAt, [
      ...socketFamilies.flatMap((family) => answer(family, allow)),
      [giveBack, 0, 0, noSuchFamily ?? 0],
    ]),
    [giveBack, 0, 0, allow],
  ];
}

function answer(value: number, verdict = allow): readonly Instruction[] {
  return [
    [jumpEqual, 0, 1, value],
    [giveBack, 0, 0, verdict],
  ];
}

/** Decides by a call's argument; then loads the call's number again. */
function onArgument(call: number, offset: number, body: readonly Instruction[]): readonly Instruction[] {
  const inside: readonly Instruction[] = [[loadWord, 0, 0, offset], ...body, [loadWord, 0, 0, numberAt]];
  return [[jumpEqual, 0, inside.length, call], ...inside];
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, jumpTrue, jumpFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
