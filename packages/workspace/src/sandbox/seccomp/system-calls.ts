/** System call numbers per machine; calls that a machine does not have are left out. */
export interface SystemCalls {
  /** The kernel's `AUDIT_ARCH_…`. */
  readonly architecture: number;
  /** Calls whose number has this bit belong to another calling convention. */
  readonly foreignBit?: number;
  readonly ioctl: number;
  readonly clone: number;
  readonly clone3: number;
  readonly socket: number;
  readonly denied: readonly number[];
  /** Denied as if the kernel did not know them, so that programs fall back. */
  readonly unknown: readonly number[];
}

/** Concerning other processes, mounts and namespaces, keys, the kernel itself, and the clock. */
const deniedCalls: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  syslog: [103, 116],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  quotactl: [179, 60],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
};

/** `io_uring` opens files and sockets past every filter. */
const unknownCalls = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 };
const onlyOnX64 = { iopl: 172, ioperm: 173 };
const denied = Object.values(deniedCalls);

export const systemCalls: ReadonlyMap<string, SystemCalls> = new Map([
  [
    "x64",
    {
      architecture: 0xc0_00_00_3e,
      foreignBit: 0x40_00_00_00,
      ioctl: 16,
      clone: 56,
      clone3: 435,
      socket: 41,
      denied: [...denied.map(([x64]) => x64), ...Object.values(onlyOnX64)],
      unknown: Object.values(unknownCalls),
    },
  ],
  [
    "arm64",
    {
      architecture: 0xc0_00_00_b7,
      ioctl: 29,
      clone: 220,
      clone3: 435,
      socket: 198,
      denied: denied.map(([, arm64]) => arm64),
      unknown: Object.values(unknownCalls),
    },
  ],
]);

/** The same by name. */
export function deniedNames(machine: string): readonly string[] {
  return [...Object.keys(deniedCalls), ...(machine === "x64" ? Object.keys(onlyOnX64) : [])];
}

export const unknownNames: readonly string[] = [...Object.keys(unknownCalls), "clone3"];
