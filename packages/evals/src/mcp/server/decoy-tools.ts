const words = (text: string) => text.trim().split(/\s+/);
const verbs = words("archive audit compare describe export forecast inspect merge plot rank sample translate");
const things = words(`
  invoices shipments tickets surveys contracts payments refunds vehicles sensors meters campaigns coupons branches pipelines
  clusters packages licences patents recipes menus playlists photos maps routes flights hotels auctions bids loans policies
  claims trials genomes telescopes satellites volcanoes glaciers whales bees orchards bridges`);

/** Tools that have nothing to do with an office, as a large catalogue has them. */
export function decoyTools(count: number): { readonly name: string; readonly description: string }[] {
  return Array.from({ length: Math.max(0, Math.min(count, verbs.length * things.length)) }, (_, index) => {
    const verb = verbs[index % verbs.length] ?? "";
    const thing = things[Math.floor(index / verbs.length)] ?? "";
    return {
      name: `${verb}_${thing}`,
      description: `Lets you ${verb} ${thing} of a given subject.`,
    };
  });
}
