import type { AtSlot, ChainAccount, ChainAccountSlot } from '../model/chain-read.ts';
import { standing } from './standing.ts';

/** One read of one account: undefined if the account did not exist. */
export interface Sample {
  readonly slot: bigint;
  readonly account: ChainAccount | undefined;
}

type Page = AtSlot<readonly ChainAccountSlot[]>;

/** What several reads of the same keys, at various slots, show about one slot. */
export class Samples {
  readonly #byKey = new Map<string, Sample[]>();

  add(pages: readonly Page[]): void {
    for (const { slot, value } of pages) {
      for (const { pubkey, account } of value) {
        const sample = { slot, account: standing(account) };
        const known = this.#byKey.get(pubkey);
        if (known) known.push(sample);
        else this.#byKey.set(pubkey, [sample]);
      }
    }
  }

  /**
   * The account at `slot`: as read there, or as read both at the nearest slot below and above, if the two are
   * equal. Undefined if the reads do not show it.
   */
  at(key: string, slot: bigint): Sample | undefined {
    const { below, above } = this.around(key, slot);
    if (below?.slot === slot) return below;
    if (!below || !above || !sameAccount(below.account, above.account)) return undefined;
    return { slot, account: below.account };
  }

  /** The nearest reads below and above `slot`; both the first one at it if there is one. */
  around(key: string, slot: bigint): { readonly below?: Sample; readonly above?: Sample } {
    let below: Sample | undefined;
    let above: Sample | undefined;
    for (const sample of this.#byKey.get(key) ?? []) {
      if (sample.slot === slot) return { below: sample, above: sample };
      if (sample.slot < slot && (!below || sample.slot > below.slot)) below = sample;
      if (sample.slot > slot && (!above || sample.slot < above.slot)) above = sample;
    }
    return { ...(below && { below }), ...(above && { above }) };
  }
}

function sameAccount(a: ChainAccount | undefined, b: ChainAccount | undefined): boolean {
  if (!a || !b) return a === b;
  return a.lamports === b.lamports && a.owner === b.owner && a.data.equals(b.data);
}
