/** Beside the flags that Playwright gives: nothing goes out but through the guard, and nothing without a page's wish. */
export function chromiumFlags({ proxyPort, isRoot }: { proxyPort: number; isRoot: boolean }): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Without it Chromium goes to loopback addresses directly.
    "--proxy-bypass-list=<-loopback>",
    // Whatever would still look a name up by itself gets no answer.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-gpu",
    "--no-pings",
    "--mute-audio",
    // Development servers sign their own certificates; other hosts still need a good one.
    "--allow-insecure-localhost",
    // Chromium refuses to start its sandbox as root.
    ...(isRoot ? ["--no-sandbox"] : []),
  ];
}
