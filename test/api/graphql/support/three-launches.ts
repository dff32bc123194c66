import { beforeEach } from 'vitest';
import { type MirrorSuite, mirrorSuite } from '../../support/mirror-suite.ts';

const SLOT_TIME = 1_000n;

export interface ThreeLaunches {
  readonly suite: MirrorSuite;
  /** Moves the index to a slot of the same time, and waits until the API shows it. */
  advanceTo(slot: bigint): Promise<void>;
}

/**
 * A launch that succeeded, one that failed and one that is active, in slots 1 to 5, before each test of the block in
 * which it is called.
 */
export function threeLaunches(): ThreeLaunches {
  const suite = mirrorSuite();
  const reach = async (checkpoint: Parameters<MirrorSuite['index']['checkpoint']>[0]) => {
    await suite.index.checkpoint({ slotTime: SLOT_TIME, ...checkpoint });
    await suite.api.followed.reaches(checkpoint.slot);
  };
  beforeEach(async () => {
    const terms = { tokenAllocation: 10_000n, totalPledged: 3_000n, pledgerCount: 3 };
    suite.index
      .launch({ launchId: 1n, slot: 1n, status: 1, startTs: 10n })
      .launch({ launchId: 1n, slot: 4n, status: 2, startTs: 10n, ...terms })
      .launch({ launchId: 2n, slot: 2n, status: 3, startTs: 20n, totalPledged: 70n })
      .launch({ launchId: 3n, slot: 3n, status: 1, startTs: 30n, endTs: 2n ** 63n - 1n });
    for (const [pledger, amount] of [
      ['a', 900n],
      ['b', 1_000n],
      ['c', 1_100n],
    ] as const) {
      suite.index.pledge({ launchId: 1n, pledger, slot: 3n, amount, pledgedTs: 500n });
    }
    suite.index
      .pledge({ launchId: 2n, pledger: 'a', slot: 2n, amount: 70n, refunded: true })
      .tokenAccount({ launchId: 1n, role: 'escrow', slot: 4n, amount: 3_000n })
      .coverage('streamed', 1n, 9n)
      .audit(4n, 'equal');
    await reach({ slot: 5n, chainSlot: 7n });
  });
  return { suite, advanceTo: (slot) => reach({ slot }) };
}
