export interface SlotRange {
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
}

export interface Answerable {
  /** The first slot that can be answered for; null if none can. */
  readonly firstSlot: bigint | null;
  readonly lost: readonly SlotRange[];
  readonly newest: bigint;
}

/** The nearest slots that can be answered for: at most one on either side. */
export function nearestAnswerable(slot: bigint, { firstSlot, lost, newest }: Answerable): bigint[] {
  if (firstSlot === null) return [];
  if (slot > newest) return [newest];
  if (slot < firstSlot) return [firstSlot];
  const step = (from: bigint, by: 1n | -1n): bigint | undefined => {
    let at = from;
    for (let range = inside(at, lost); range !== undefined; range = inside(at, lost)) {
      at = by > 0n ? range.toSlot + 1n : range.fromSlot - 1n;
    }
    return at < firstSlot || at > newest ? undefined : at;
  };
  return [step(slot, -1n), step(slot, 1n)].filter(
    (found) => found !== undefined && found !== slot,
  ) as bigint[];
}

function inside(slot: bigint, ranges: readonly SlotRange[]): SlotRange | undefined {
  return ranges.find(({ fromSlot, toSlot }) => fromSlot <= slot && slot <= toSlot);
}
