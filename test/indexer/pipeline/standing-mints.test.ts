import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { viewDigest } from '../../../indexer/model/account-states.ts';
import type { ChainReadOptions } from '../../../indexer/model/chain-read.ts';
import type { CompletedSlot } from '../../../indexer/model/completed-slot.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT } from '../../../indexer/model/source.ts';
import { FollowedAccounts } from '../../../indexer/pipeline/followed-accounts.ts';
import { StandingMints } from '../../../indexer/pipeline/standing-mints.ts';
import { SnapshotWindow } from '../../../indexer/source/snapshot/account-window.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { key, key58 } from '../../support/scripted-feed.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = { info: () => undefined, warn: () => undefined, debug: () => undefined } as never;
const account = { pubkey: key58('mint'), owner: key58('token program'), lamports: 7n, data: Buffer.of(1, 2) };
const raw = Buffer.from(key('mint')).toString('latin1');

interface Setting {
  readonly exists: boolean;
  /** What the index holds of it. */
  readonly held?: 'same' | 'other';
  readonly readAt?: readonly bigint[];
  readonly failures?: number;
}

/** Reads the reward mint under a stream whose last slot was 10. */
function reading({ exists, held, readAt = [14n], failures = 0 }: Setting) {
  const asked: ChainReadOptions[] = [];
  const shown: string[] = [];
  const delivered = { head: 10n, takes: (slot: bigint) => slot > 12n };
  const slots = [...readAt];
  const clock = manualClock();
  const mints = new StandingMints({
    rpc: {
      getAccountsAtOneSlot: async (keys, options) => {
        asked.push(options);
        if (asked.length <= failures)
          throw new LaunchlensError('RPC_BAD_ANSWER', { host: 'h', method: 'm', reason: 'r' });
        const slot = slots.shift() ?? 14n;
        return { slot, value: keys.map((pubkey) => ({ pubkey, account: exists ? account : undefined })) };
      },
    },
    commitment: 'confirmed',
    clock,
    logger,
    rewards: { mint: key58('mint'), treasury: undefined },
    index: {
      heldAccounts: async () => {
        const same = viewDigest(new SnapshotWindow(14n).show(account));
        return new Map(held ? [[raw, held === 'same' ? same : 'other']] : []);
      },
    },
  });
  mints.follow([], new FollowedAccounts({ programId: LOCALNET_PROGRAM_ID }));
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const session = {
    ended,
    account: ({ numbers }: AccountView) => {
      const gone = numbers.readBigUInt64LE(LAMPORTS_AT) === 0n;
      shown.push(`${gone ? 'gone' : 'there'} as of ${numbers.readBigUInt64LE(SLOT_AT)}`);
    },
  };
  const stop = new AbortController();
  const done = mints.readUnder({ delivered, session }, stop.signal);
  const deliver = (slot: bigint) =>
    mints.delivered({ meta: { slot }, buffer: new SlotBuffer() } as CompletedSlot);
  return {
    asked,
    shown,
    mints,
    deliver,
    done,
    end,
    clock,
    stop,
    again: () => mints.readUnder({ delivered, session }, stop.signal),
  };
}

describe('a reward mint that an index goes on with', () => {
  test('is read once above the head and written in the slot of the read', async () => {
    const { asked, shown, deliver, done, again } = reading({ exists: true });
    await waitFor(() => shown.length > 0, { what: 'the mint' });
    expect(shown).toEqual(['there as of 14']);
    expect(asked[0]?.minContextSlot).toBe(11n);
    deliver(13n);
    deliver(14n);
    await done;
    await again();
    expect(asked).toHaveLength(1);
  });

  test('is left as it is where the index holds the same, or nothing of what does not exist', async () => {
    for (const setting of [{ exists: true, held: 'same' }, { exists: false }] as const) {
      const { shown, done } = reading(setting);
      await done;
      expect(shown).toEqual([]);
    }
  });

  test('ends where the index holds one that no longer exists', async () => {
    const { shown, deliver, done } = reading({ exists: false, held: 'other' });
    await waitFor(() => shown.length > 0, { what: 'its end' });
    expect(shown).toEqual(['gone as of 14']);
    deliver(14n);
    await done;
  });

  test('is read again when a read failed, came too late, or its slot never left', async () => {
    const { asked, shown, deliver, done, clock } = reading({
      exists: true,
      readAt: [12n, 14n, 20n],
      failures: 1,
    });
    for (const reads of [1, 2]) {
      await waitFor(() => asked.length === reads && clock.sleepers > 0, { what: `read ${reads}` });
      clock.advance(60_000);
    }
    await waitFor(() => shown.length === 1, { what: 'the write' });
    deliver(15n);
    await waitFor(() => clock.sleepers > 0, { what: 'another try' });
    clock.advance(60_000);
    await waitFor(() => shown.length === 2, { what: 'the second write' });
    deliver(20n);
    await done;
    expect(shown).toEqual(['there as of 14', 'there as of 20']);
  });

  test('is left to the next stream when this one ends first', async () => {
    const { shown, asked, done, end } = reading({ exists: true });
    await waitFor(() => shown.length === 1, { what: 'the write' });
    end();
    await done;
    expect(asked).toHaveLength(1);
  });

  test('is not read once a snapshot has brought it', async () => {
    const { mints, again, asked, done, deliver, shown } = reading({ exists: true });
    await waitFor(() => shown.length === 1, { what: 'the write' });
    deliver(14n);
    await done;
    mints.follow([], new FollowedAccounts({ programId: LOCALNET_PROGRAM_ID }));
    mints.covered(new SlotBuffer());
    await again();
    expect(asked).toHaveLength(1);
  });
});
