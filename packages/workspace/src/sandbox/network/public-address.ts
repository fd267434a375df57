import { BlockList, isIP } from "node:net";

const notPublic4 = listOf(
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
);
const public6 = listOf("2000::/3");
/** Tunnels to IPv4 addresses, and documentation. */
const notPublic6 = listOf("2001::/32 2001:db8::/32 2002::/16 3fff::/20");

/** Whether an address is out in the world: not this machine, its network, or where clouds hand out credentials. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, "ipv4");
  return family === 6 && public6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

function listOf(subnets: string): BlockList {
  const list = new BlockList();
  for (const subnet of subnets.split(" ")) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
}
