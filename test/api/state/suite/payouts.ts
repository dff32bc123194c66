import { describe, expect, test } from 'vitest';
import type { OpenRequest } from '../../../../api/state/payouts/open-request.ts';
import { fresh, type GetState } from './under-test.ts';

const U64_MAX = 2n ** 64n - 1n;
const NOW = Date.parse('2026-10-01T12:00:00.123Z');
let lastRecord = 0n;

function records(count: number, amount = 10n) {
  return Array.from({ length: count }, () => {
    lastRecord += 1n;
    return { recordId: lastRecord, amount };
  });
}

function asked(parts: Partial<OpenRequest> = {}): OpenRequest {
  const wallet = parts.wallet ?? fresh('wallet');
  return {
    ...{ wallet, program: 'referral', payoutMint: 'mint', requestedBy: wallet, idempotencyKey: undefined },
    ...{ records: records(2), now: NOW },
    ...parts,
  };
}

export function payoutSuite(state: GetState): void {
  const open = (parts?: Partial<OpenRequest>) => state().payouts.open(asked(parts));

  describe('payout requests', () => {
    test('take the records that one transfer can pay, and leave the others for the next request', async () => {
      const wallet = fresh('wallet');
      const [first, second, third] = [U64_MAX - 2n, 2n, 1n]
        .map((amount) => records(1, amount))
        .map(([one]) => one);
      const all = [first, second, third].flatMap((one) => one ?? []);
      const request = await open({ wallet, records: all });
      expect(request).toMatchObject({
        ...{ wallet, program: 'referral', status: 'requested', payoutMint: 'mint', txSignature: '' },
        ...{ rewardAmount: U64_MAX, earningCount: 2, createdAt: NOW, closedAt: undefined },
      });
      expect(await state().payouts.find(request?.id ?? 0n)).toEqual(request);
      expect(await state().payouts.records(request?.id ?? 0n)).toEqual([first, second]);
      expect(await open({ wallet, records: all })).toMatchObject({ rewardAmount: 1n, earningCount: 1 });
      expect(await open({ wallet, records: all })).toBeUndefined();
    });

    test('leave out what another one speaks for, and are not made of nothing', async () => {
      const wallet = fresh('wallet');
      const first = records(3);
      await open({ wallet, records: first });
      expect(await open({ wallet, records: first })).toBeUndefined();
      const second = await open({ wallet, records: [...first, ...records(1, 7n)] });
      expect(second).toMatchObject({ earningCount: 1, rewardAmount: 7n });
    });

    test('are not made of records that are worth nothing together, which wait for others to be paid with', async () => {
      const wallet = fresh('wallet');
      const worthless = records(2, 0n);
      expect(await open({ wallet, records: worthless })).toBeUndefined();
      const request = await open({ wallet, records: [...worthless, ...records(1, 7n)] });
      expect(request).toMatchObject({ earningCount: 3, rewardAmount: 7n });
    });

    test('with the same key are the same one, whatever has come since', async () => {
      const wallet = fresh('wallet');
      const first = await open({ wallet, idempotencyKey: 'k' });
      expect(await open({ wallet, idempotencyKey: 'k', records: records(1) })).toEqual(first);
      expect(await open({ wallet, idempotencyKey: 'k', records: [] })).toEqual(first);
    });

    test('with the same key of another wallet or programme are others', async () => {
      const wallet = fresh('wallet');
      const ids = [
        await open({ wallet, idempotencyKey: 'k' }),
        await open({ wallet, idempotencyKey: 'k', program: 'clone' }),
        await open({ idempotencyKey: 'k' }),
      ].map((request) => request?.id);
      expect(new Set(ids).size).toBe(3);
    });

    test('asked for by many at once are one', async () => {
      const request = asked({ records: records(20) });
      const made = await Promise.all(Array.from({ length: 20 }, () => state().payouts.open(request)));
      expect(made.filter((one) => one !== undefined)).toHaveLength(1);
    });

    test('of two wallets never hold one record', async () => {
      const shared = records(1);
      const made = await Promise.allSettled(Array.from({ length: 10 }, () => open({ records: shared })));
      const requests = made.filter((one) => one.status === 'fulfilled' && one.value !== undefined);
      expect(requests).toHaveLength(1);
      for (const one of made) if (one.status === 'rejected') expect(one.reason.code).toBe('OLTP_CONFLICT');
    });

    test('that are settled stay so, and keep their records', async () => {
      const wallet = fresh('wallet');
      const mine = records(2);
      const request = await open({ wallet, records: mine });
      const id = request?.id ?? 0n;
      const settled = await state().payouts.settle(id, { txSignature: 'sig', slot: 9n, now: NOW + 5 });
      expect(settled).toEqual({ ...request, status: 'settled', txSignature: 'sig', closedAt: NOW + 5 });
      expect(
        await state().payouts.settle(id, { txSignature: 'other', slot: 9n, now: NOW + 6 }),
      ).toBeUndefined();
      expect(await state().payouts.fail(id, { reason: 'no', now: NOW + 6 })).toBeUndefined();
      expect(await open({ wallet, records: mine })).toBeUndefined();
    });

    test('that fail release their records for another one, and say why', async () => {
      const wallet = fresh('wallet');
      const mine = records(2);
      const request = await open({ wallet, records: mine });
      const id = request?.id ?? 0n;
      const failed = await state().payouts.fail(id, { reason: 'wrong mint', now: NOW + 5 });
      expect(failed).toEqual({ ...request, status: 'failed', reason: 'wrong mint', closedAt: NOW + 5 });
      expect(await open({ wallet, records: mine })).toMatchObject({ earningCount: 2 });
      expect(await state().payouts.records(id)).toHaveLength(2);
    });

    test('that are open are listed oldest first, page by page', async () => {
      const first = await open();
      const second = await open();
      const third = await open();
      await state().payouts.settle(second?.id ?? 0n, { txSignature: 's', slot: 9n, now: NOW });
      const after = (first?.id ?? 0n) - 1n;
      expect(await state().payouts.listOpen({ after, limit: 2 })).toEqual([first, third]);
      expect(await state().payouts.listOpen({ after: first?.id ?? 0n, limit: 1 })).toEqual([third]);
    });
  });
}
