import { describe, expect, test } from 'vitest';
import type { MirrorContext } from '../../../api/actions/context.ts';
import type { SharedChain } from '../../../api/actions/shared-chain.ts';
import { verifyAccount } from '../../../api/actions/verify-account.ts';
import type { Mirror } from '../../../api/read/mirror.ts';
import type { Stamp } from '../../../api/read/model.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

const INDEXED = 5n;
const NODE = 9n;

/** An index that stays at slot 5, and a node at slot 9. */
function behindItsNode(): MirrorContext {
  const stamp = { slot: INDEXED, checkpoint: { commitment: 'confirmed' } } as Stamp;
  const mirror: Partial<Mirror> = {
    reach: async (slot) => slot <= INDEXED,
    stampAt: async () => stamp,
    askRecords: async () => ({ stamp, facts: { kind: 'pledge', held: undefined } as never }),
  };
  const chain: SharedChain = {
    inTurn: (work) => work(),
    account: async () => ({ slot: NODE, held: undefined }),
  };
  return { mirror, chain } as MirrorContext;
}

describe('verifyAccount', () => {
  test('says that the index is behind the node, not that a min_slot was missed, when the caller sent none', async () => {
    await expect(verifyAccount(behindItsNode(), { pubkey: pubkeyOf('a') })).rejects.toMatchObject({
      code: 'INDEX_BEHIND_NODE',
      status: 503,
      retryable: true,
      message:
        'The node answered at slot 9, and the newest indexed slot is 5, so the two cannot be compared yet. Try again shortly.',
    });
  });

  test('names the min_slot of the caller when that is what the index has not reached', async () => {
    await expect(
      verifyAccount(behindItsNode(), { pubkey: pubkeyOf('a'), minSlot: 7n }),
    ).rejects.toMatchObject({ code: 'INDEX_BEHIND_MIN_SLOT', status: 412 });
  });
});
