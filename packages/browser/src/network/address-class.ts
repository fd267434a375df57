import { BlockList, isIP } from "node:net";

/** What an IP address leads to. `metadata` is where cloud machines hand out their credentials. */
export type AddressClass = "public" | "loopback" | "private" | "link-local" | "metadata" | "reserved";

/** Takes an address, never a name. Whatever is not known to be public is not. */
export function classifyAddress(address: string): AddressClass {
  const family = isIP(address);
  if (family === 4) return ranges.find(([, list]) => list.check(address, "ipv4"))?.[0] ?? "public";
  if (family !== 6) return "reserved";
  const embedded = embeddedIpv4(address);
  if (embedded !== undefined) return classifyAddress(embedded);
  const listed = ranges.find(([, list]) => list.check(address, "ipv6"))?.[0];
  return listed ?? (globalUnicast.check(address, "ipv6") ? "public" : "reserved");
}

const ranges: readonly (readonly [AddressClass, BlockList])[] = [
  ["metadata", listOf("100.100.100.200/32", "fd00:ec2::254/128")],
  ["loopback", listOf("127.0.0.0/8", "::1/128")],
  ["link-local", listOf("169.254.0.0/16", "fe80::/10")],
  ["private", listOf("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10")],
  [
    "reserved",
    listOf(
      "0.0.0.0/8",
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "224.0.0.0/3",
      "64:ff9b:1::/48",
      "2001::/32",
      "2001:db8::/32",
      "3fff::/20",
    ),
  ],
];
const globalUnicast = listOf("2000::/3");

function listOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/** IPv6 forms that lead to an IPv4 address: mapped, translated (NAT64) and 6to4. */
function embeddedIpv4(address: string): string | undefined {
  const words = ipv6Words(address);
  const start = words.slice(0, 6).join(":");
  if (start === "0:0:0:0:0:ffff" || start === "64:ff9b:0:0:0:0") return dotted(words[6], words[7]);
  return words[0] === "2002" ? dotted(words[1], words[2]) : undefined;
}

/** The eight words, in lower case and without leading zeros. */
function ipv6Words(address: string): string[] {
  const [plain = ""] = address.split("%");
  const canonical = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
}

function dotted(high = "0", low = "0"): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}
