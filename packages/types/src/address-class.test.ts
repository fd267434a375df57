import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AddressClass, classifyAddress, isPublicAddress } from "./address-class.ts";

describe("the class of an address", () => {
  it.each<[string, AddressClass]>([
    ["93.184.216.34", "public"],
    ["8.8.8.8", "public"],
    ["2606:4700::1111", "public"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["64:ff9b::127.0.0.1", "loopback"],
    ["2002:7f00:1::", "loopback"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["172.32.0.1", "public"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "private"],
    ["fc00::1", "private"],
    ["fd12:3456::1", "private"],
    ["::ffff:10.0.0.1", "private"],
    ["169.254.169.254", "link-local"],
    ["::ffff:169.254.169.254", "link-local"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["100.100.100.200", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["0.0.0.0", "reserved"],
    ["::", "reserved"],
    ["::127.0.0.1", "reserved"],
    ["255.255.255.255", "reserved"],
    ["224.0.0.1", "reserved"],
    ["ff02::1", "reserved"],
    ["2001::1", "reserved"],
    ["2001:db8::1", "reserved"],
    ["64:ff9b:1::1", "reserved"],
    ["2130706433", "reserved"],
    ["0x7f.1", "reserved"],
    ["0177.0.0.1", "reserved"],
    ["8.8.8.256", "reserved"],
    ["::ffff:0127.0.0.1", "reserved"],
    ["::8.8.8.8", "reserved"],
    ["::1]@[2606:4700::1111", "reserved"],
    ["localhost", "reserved"],
    ["", "reserved"],
  ])("%s: %s", (address, expected) => {
    expect(classifyAddress(address)).toBe(expected);
  });

  it("is the same for every IPv6 form of an IPv4 address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const forms = [`::ffff:${address}`, `::ffff:${words}`, `64:ff9b::${words}`, `2002:${words}::1`];
        for (const form of forms) expect(classifyAddress(form)).toBe(classifyAddress(address));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ["8.8.8.8", true],
    ["2606:4700::1111", true],
    ["127.0.0.1", false],
    ["100.100.100.200", false],
    ["::ffff:8.8.8.8", true],
    ["64:ff9b::7f00:1", false],
    ["2002:7f00:1::", false],
    ["fd00:ec2::254", false],
    ["nonsense", false],
  ])("%s is public: %s", (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
