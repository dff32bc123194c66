import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import type { ClosedAccount } from '../../../indexer/model/closed-rows.ts';
import type { CompletedSlot } from '../../../indexer/model/completed-slot.ts';
import { KnownAccounts } from '../../../indexer/model/known-accounts.ts';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { DeliveredSlots } from '../../../indexer/pipeline/delivered-slots.ts';
import { SlotFlow } from '../../../indexer/pipeline/slot-flow.ts';
import { createStats } from '../../../indexer/pipeline/stats.ts';
import { addPledge, metaOf } from '../../support/slot-maker.ts';

const addressOf = (pledger: string): Buffer => createHash('sha256').update(`pledge 7 ${pledger}`).digest();
const pledge = (pledger: string): ClosedAccount => {
  return { kind: 'pledge', launchId: 7n, pledger: createHash('sha256').update(pledger).digest() };
};

/** The transaction of a slot that empties the Pledge of a wallet. */
function emptying(slot: bigint, pledger: string): Transaction {
  return {
    ...{ slot, index: 1, failed: false, emptied: [addressOf(pledger)] },
    signature: createHash('sha512').update(`${slot} ${pledger}`).digest(),
    ...{ accountKeys: [], preTokenBalances: [], postTokenBalances: [], instructions: [] },
  };
}

/** A flow whose memory ends a generation with each slot, and a store for which the test answers. */
function flowing() {
  const buffers = new SlotBuffers();
  const delivered = new DeliveredSlots({ resume: undefined, mayDie: true, buffers });
  const corrected: bigint[] = [];
  const lookups: ((found: ReadonlyMap<string, ClosedAccount>) => void)[] = [];
  let aborted = 0;
  const none = async (): Promise<void> => undefined;
  const flow = new SlotFlow({
    ...{ buffers, delivered, stats: createStats(), logger: createLogger('silent') },
    clock: { now: () => 0, sleep: none },
    decoder: new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID }),
    launches: {
      accounts: { launchAt: () => undefined },
      settled: () => undefined,
    } as never,
    mints: { delivered: () => undefined } as never,
    writer: {
      ...{ append: none, snapshot: none, full: false, heard: () => undefined },
      correct: async ({ meta }) => void corrected.push(meta.slot),
      mark: () => () => true,
    },
    known: {
      make: () => new KnownAccounts(),
      capacity: 1,
      find: (_, signal) =>
        new Promise((resolve, reject) => {
          lookups.push(resolve);
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(signal.reason);
          });
        }),
    },
  });
  delivered.recent.streamOpened();
  const slotOf = (slot: bigint, pledgers: readonly string[] = []): CompletedSlot => {
    const buffer = buffers.take();
    for (const pledger of pledgers) addPledge(buffer, { slot, launchId: 7n, pledger, amount: 1n });
    return { meta: metaOf(slot), buffer };
  };
  const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const answer = async (...pledgers: readonly string[]): Promise<void> => {
    const found = new Map(pledgers.map((name) => [addressOf(name).toString('latin1'), pledge(name)]));
    for (const lookup of lookups.splice(0)) lookup(found);
    await moment();
  };
  /** Slots with a Pledge each: what was learned before them is forgotten. */
  const forget = (slot: bigint, count = 2): void => {
    for (let at = slot; at < slot + BigInt(count); at += 1n) flow.deliver(slotOf(at, [`other ${at}`]));
  };
  return { flow, slotOf, lookups, corrected, answer, forget, moment, aborts: () => aborted };
}

describe('an account that ended', () => {
  test('is looked up as soon as its transaction arrives, and its slot waits for nothing else', async () => {
    const { flow, slotOf, lookups, answer, moment } = flowing();
    const slot = slotOf(1n);
    flow.transaction(emptying(1n, 'ann'), slot.buffer);
    await moment();
    expect(lookups).toHaveLength(1);
    expect(flow.answers(slot)).toBeDefined();
    await answer('ann');
    expect([flow.answers(slot), lookups.length]).toEqual([undefined, 0]);
    flow.deliver(slot);
    expect(slot.buffer.pledges.rows).toBe(1);
  });

  test('is not looked up while it is remembered', async () => {
    const { flow, slotOf, lookups, moment } = flowing();
    flow.deliver(slotOf(1n, ['ann']));
    const slot = slotOf(2n);
    flow.transaction(emptying(2n, 'ann'), slot.buffer);
    await moment();
    expect([flow.answers(slot), lookups.length]).toEqual([undefined, 0]);
  });

  test('in a late transaction is corrected once it is known, without another block', async () => {
    const { flow, slotOf, corrected, answer, forget, moment } = flowing();
    forget(1n);
    flow.blockArrived(1n);
    flow.lateTransaction(emptying(1n, 'ann'));
    await moment();
    flow.blockArrived(3n);
    expect(corrected).toEqual([]);
    // Else the slot could be forgotten uncorrected.
    expect(flow.answers(slotOf(3n))).toBeDefined();
    await answer('ann');
    expect([corrected, flow.answers(slotOf(3n))]).toEqual([[1n], undefined]);
  });

  test('in a late transaction and is none of the index corrects nothing', async () => {
    const { flow, slotOf, corrected, answer, forget, moment } = flowing();
    forget(1n);
    flow.blockArrived(1n);
    flow.lateTransaction(emptying(1n, 'stranger'));
    flow.blockArrived(3n);
    await moment();
    await answer();
    flow.blockArrived(4n);
    expect([corrected, flow.answers(slotOf(3n))]).toEqual([[], undefined]);
  });

  test('in a late transaction waits on while the answer was about other accounts', async () => {
    const { flow, slotOf, corrected, answer, forget, lookups, moment } = flowing();
    forget(1n);
    flow.blockArrived(1n);
    flow.transaction(emptying(3n, 'bob'), slotOf(3n).buffer);
    await moment();
    flow.lateTransaction(emptying(1n, 'ann'));
    flow.blockArrived(3n);
    await answer('bob');
    expect([corrected, lookups.length]).toEqual([[], 1]);
    await answer('ann');
    expect(corrected).toEqual([1n]);
  });

  test('is remembered while a late write that showed it is not written', async () => {
    const { flow, slotOf, answer, forget, moment } = flowing();
    forget(1n);
    flow.learn(slotOf(2n, ['ann']).buffer);
    flow.lateTransaction(emptying(2n, 'stranger'));
    forget(3n, 4);
    await moment();
    await answer();
    const slot = slotOf(7n);
    slot.buffer.closures.note(emptying(7n, 'ann'));
    expect(flow.answers(slot)).toBeUndefined();
  });

  test('is not looked up any more when the streams have ended', async () => {
    const { flow, slotOf, aborts, lookups, moment } = flowing();
    flow.transaction(emptying(1n, 'ann'), slotOf(1n).buffer);
    await moment();
    await flow.close();
    expect([aborts(), lookups.length]).toEqual([1, 1]);
  });
});
