import { describe, expect, test } from 'vitest';
import { askFresh, askPinned, type SlotRequest } from '../../../api/actions/freshness.ts';
import type { Mirror } from '../../../api/read/mirror.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

const unasked = (): never => {
  throw new Error('is never asked');
};
const behind: Mirror = {
  ask: (slot = 0n) => {
    throw new LaunchlensError('SLOT_AHEAD', { slot, lastIndexedSlot: 98n });
  },
  askRecords: unasked,
  stampAt: unasked,
  requireShown: () => undefined,
  pledgeRows: unasked,
  flowRows: unasked,
  reach: unasked,
  lag: unasked,
};
const ask = (request: SlotRequest) =>
  askFresh(behind, request, () => {
    throw new Error('is never reached');
  });

describe('a page at the slot of its first page', () => {
  test('is 503, not a fault of the client, where this process is behind the one that issued the cursor', async () => {
    const asked = askPinned({ mirror: behind, cursor: { slot: 100n, rollback: 0n }, request: {} }, ask);
    await expect(asked).rejects.toMatchObject({ code: 'MIRROR_NOT_READY', status: 503 });
  });

  test('is 400 where the client itself asks for a slot that is not indexed yet', async () => {
    const asked = askPinned({ mirror: behind, cursor: undefined, request: { asOfSlot: 100n } }, ask);
    await expect(asked).rejects.toMatchObject({ code: 'SLOT_AHEAD', status: 400 });
  });
});
