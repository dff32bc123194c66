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

export interface LaunchLife {
  /** The first slot that can be answered for. */
  readonly firstSlot: bigint;
  readonly newest: bigint;
  /** Undefined if unknown. */
  readonly changes:
    | { readonly firstSlot: bigint; readonly lastSlot: bigint; readonly goesOn: boolean }
    | undefined;
  /** The slot shown, which always belongs to it; undefined for now. */
  readonly shown: bigint | undefined;
}

/** The slots worth choosing from: from the launch's first change to its last one, or to now while it goes on. */
export function lifeOf({ firstSlot, newest, changes, shown }: LaunchLife): SlotRange {
  const born = changes !== undefined && changes.firstSlot > firstSlot ? changes.firstSlot : firstSlot;
  const end = changes === undefined || changes.goesOn ? newest : changes.lastSlot;
  if (shown === undefined) return { fromSlot: born, toSlot: end };
  return { fromSlot: shown < born ? shown : born, toSlot: shown > end ? shown : end };
}
