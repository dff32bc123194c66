/** `size` different items in a random order that only the seed decides (mulberry32, Fisher-Yates). */
export function sampleOf<Item>(items: readonly Item[], size: number, seed: number): readonly Item[] {
  const left = [...items];
  const random = mulberry32(seed);
  const count = Math.min(size, left.length);
  for (let at = 0; at < count; at += 1) {
    const other = at + Math.floor(random() * (left.length - at));
    [left[at], left[other]] = [left[other] as Item, left[at] as Item];
  }
  return left.slice(0, count);
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
