import type { AtSlot, ChainAccount, ChainAccountSlot } from '../model/chain-read.ts';

/** One reading of one account: undefined where no such account existed. */
export interface Sample {
  readonly slot: bigint;
  readonly account: ChainAccount | undefined;
}

type Page = AtSlot<readonly ChainAccountSlot[]>;

/** What several readings of the same keys, at whatever slots they were answered, say about one slot. */
export class Samples {
  readonly #byKey = new Map<string, Sample[]>();

  add(pages: readonly Page[]): void {
    for (const { slot, value } of pages) {
      for (const { pubkey, account } of value) {
        const known = this.#byKey.get(pubkey);
        if (known) known.push({ slot, account });
        else this.#byKey.set(pubkey, [{ slot, account }]);
      }
    }
  }

  /**
   * The account at `slot`: as it was read there, or as it was read both at the nearest slot below and at the nearest
   * above, when nothing differs between the two. Undefined when the readings do not tell.
   */
  at(key: string, slot: bigint): Sample | undefined {
    let below: Sample | undefined;
    let above: Sample | undefined;
    for (const sample of this.#byKey.get(key) ?? []) {
      if (sample.slot === slot) return sample;
      if (sample.slot < slot && (!below || sample.slot > below.slot)) below = sample;
      if (sample.slot > slot && (!above || sample.slot < above.slot)) above = sample;
    }
    if (!below || !above || !sameAccount(below.account, above.account)) return undefined;
    return { slot, account: below.account };
  }
}

function sameAccount(a: ChainAccount | undefined, b: ChainAccount | undefined): boolean {
  if (!a || !b) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && a.data.equals(b.data);
}
