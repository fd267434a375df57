/** What kind of network an IP address belongs to. `metadata`: a cloud's metadata service, which hands out credentials. */
export type AddressClass = "public" | "loopback" | "private" | "link-local" | "metadata" | "reserved";

/** Takes an IP address, not a host name. Anything not known to be public counts as not public. */
export function classifyAddress(address: string): AddressClass {
  const bytes = ipv4Bytes(address) ?? ipv6Bytes(address);
  if (!bytes) return "reserved";
  const embedded = embeddedIpv4(bytes);
  return (
    ranges.find(({ subnets }) => subnets.some((subnet) => contains(subnet, embedded ?? bytes)))?.name ?? "reserved"
  );
}

/** Whether an address is on the public internet: not this machine, its network or a cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  return classifyAddress(address) === "public";
}

interface Subnet {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** The first match wins. */
const ranges: readonly { readonly name: AddressClass; readonly subnets: readonly Subnet[] }[] = [
  range("metadata", "100.100.100.200/32 fd00:ec2::254/128"),
  range("loopback", "127.0.0.0/8 ::1/128"),
  range("link-local", "169.254.0.0/16 fe80::/10"),
  range("private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7 fec0::/10"),
  range(
    "reserved",
    "0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
  ),
  // Within global unicast: Teredo, and documentation.
  range("reserved", "2001::/32 2001:db8::/32 3fff::/20"),
  range("public", "0.0.0.0/0 2000::/3"),
];

function range(name: AddressClass, subnets: string) {
  return { name, subnets: subnets.split(" ").map(toSubnet) };
}

function toSubnet(text: string): Subnet {
  const [address = "", bits] = text.split("/");
  return { bytes: ipv4Bytes(address) ?? ipv6Bytes(address) ?? [], bits: Number(bits) };
}

function contains({ bytes, bits }: Subnet, address: readonly number[]): boolean {
  if (address.length !== bytes.length) return false;
  return bytes.every((byte, index) => {
    const mask = (0xff << (8 - Math.min(8, Math.max(0, bits - index * 8)))) & 0xff;
    return ((address[index] ?? 0) & mask) === (byte & mask);
  });
}

/** IPv6 forms that lead to an IPv4 address: mapped, translated (NAT64) and 6to4. */
function embeddedIpv4(bytes: readonly number[]): readonly number[] | undefined {
  if (contains(mapped, bytes) || contains(nat64, bytes)) return bytes.slice(12);
  return contains(sixToFour, bytes) ? bytes.slice(2, 6) : undefined;
}

const mapped = toSubnet("::ffff:0:0/96");
const nat64 = toSubnet("64:ff9b::/96");
const sixToFour = toSubnet("2002::/16");

/** Four decimal numbers; other notations (one number, octal, hexadecimal) are rejected. */
function ipv4Bytes(address: string): readonly number[] | undefined {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(address)) return undefined;
  const bytes = address.split(".").map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function ipv6Bytes(address: string): readonly number[] | undefined {
  const [, plain] = /^([\da-f:.]+)(%[\w.-]+)?$/i.exec(address) ?? [];
  const canonical = plain && URL.parse(`http://[${plain}]/`)?.hostname.slice(1, -1);
  if (!canonical) return undefined;
  const [left = [], right = []] = canonical.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const words = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
  return words.map((word) => Number.parseInt(word, 16)).flatMap((word) => [word >> 8, word & 0xff]);
}
