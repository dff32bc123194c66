import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { ClosedAccount } from '../../../indexer/model/closed-rows.ts';
import { KnownAccounts } from '../../../indexer/model/known-accounts.ts';
import { KIND, SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { goneView } from '../../../indexer/model/source.ts';
import { KnownOfIndex } from '../../../indexer/pipeline/known-of-index.ts';
import { LookupStats } from '../../../indexer/pipeline/lookup-stats.ts';
import { addPledge } from '../../support/slot-maker.ts';

const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const addressOf = (pledger: string): Buffer => key(`pledge 7 ${pledger}`);
const pledgeOf = (pledger: string): ClosedAccount => {
  return { kind: 'pledge', launchId: 7n, pledger: new Uint8Array(key(pledger)) };
};
const unreadable: ClosedAccount = { kind: 'quarantine', owner: key('owner') };

function slotWith(...pledgers: string[]): SlotBuffer {
  const buffer = new SlotBuffer();
  for (const pledger of pledgers) addPledge(buffer, { slot: 1n, launchId: 7n, pledger, amount: 1n });
  return buffer;
}

/** A slot with an account that could not be read. */
function slotWithUnreadable(pledger: string): SlotBuffer {
  const buffer = new SlotBuffer();
  const view = goneView({ slot: 1n, address: addressOf(pledger), writeVersion: 1n });
  view.numbers.writeBigUInt64LE(1n, 8);
  const row = buffer.row(KIND.quarantine, view);
  buffer.quarantine.setI64(buffer.quarantine.layout.byName.lamports, row, 1n);
  return buffer;
}

const refused = new LaunchlensError('OLAP_REJECTED', { target: 'a test', clickhouseCode: 1, detail: 'no' });
const unreachable = new LaunchlensError('OLAP_UNREACHABLE', { target: 'a test', reason: 'away' });

/** What the index knows, with a store that the test answers for. Every generation ends at once when it may. */
function under(capacity = 1) {
  const asked: {
    readonly names: string[];
    answer(found?: Record<string, ClosedAccount>): Promise<void>;
    fail(error: unknown): Promise<void>;
  }[] = [];
  const failures: unknown[] = [];
  const names = new Map<string, string>();
  const nameOf = (address: Uint8Array): string => names.get(Buffer.from(address).toString('hex')) ?? '?';
  const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const known = new KnownOfIndex({
    make: () => new KnownAccounts(),
    capacity,
    clock: { now: () => 0, sleep: async () => undefined },
    logger: createLogger('silent'),
    stats: new LookupStats(),
    onFailure: (error) => failures.push(error),
    find: (addresses, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        asked.push({
          names: addresses.map(nameOf),
          answer: async (found = {}) => {
            resolve(
              new Map(
                Object.entries(found).map(([name, account]) => [addressOf(name).toString('latin1'), account]),
              ),
            );
            await moment();
          },
          fail: async (error) => {
            reject(error);
            await moment();
          },
        });
      }),
  });
  const at = (name: string): Buffer => {
    const address = addressOf(name);
    names.set(address.toString('hex'), name);
    return address;
  };
  return {
    ...{ known, asked, failures, moment },
    ask: async (...wanted: string[]) => {
      void known.ask(wanted.map(at));
      await moment();
    },
    find: (name: string) => (known.isSure(addressOf(name)) ? known.find(addressOf(name)) : 'unsure'),
    /** A generation ends, with all of it durable unless the test says otherwise. */
    rotate: (durable: () => boolean = () => true) => known.rotate(() => durable),
  };
}

describe('what accounts are', () => {
  test('is known of those learned recently, until they are durable and two generations old', () => {
    const { known, find, rotate } = under();
    let durable = false;
    known.learn(slotWith('ann'));
    rotate(() => durable);
    known.learn(slotWith('bob'));
    rotate();
    expect([find('ann'), find('bob')]).toEqual([pledgeOf('ann'), pledgeOf('bob')]);
    durable = true;
    rotate();
    expect([find('ann'), find('bob')]).toEqual(['unsure', pledgeOf('bob')]);
  });

  test('stays in memory without a store', () => {
    const options = { clock: { now: () => 0, sleep: async () => undefined }, logger: createLogger('silent') };
    const known = new KnownOfIndex({
      ...{ ...options, make: () => new KnownAccounts(), capacity: 1 },
      ...{ stats: new LookupStats(), onFailure: () => undefined },
    });
    for (const pledger of ['ann', 'bob', 'eve']) {
      known.learn(slotWith(pledger));
      known.rotate(() => () => true);
    }
    expect(known.find(addressOf('ann'))).toEqual(pledgeOf('ann'));
    expect([known.isSure(addressOf('nobody')), known.find(addressOf('nobody'))]).toEqual([true, undefined]);
  });

  test('is looked up for all that wait at once, one statement after another', async () => {
    const { ask, asked, find } = under();
    await Promise.all([ask('ann'), ask('bob'), ask('ann')]);
    await ask('eve', 'ann');
    expect(asked.map(({ names }) => names)).toEqual([['ann', 'bob']]);
    await asked[0]?.answer({ ann: pledgeOf('ann') });
    expect([find('ann'), find('bob'), find('eve')]).toEqual([pledgeOf('ann'), undefined, 'unsure']);
    expect(asked.map(({ names }) => names)).toEqual([['ann', 'bob'], ['eve']]);
  });

  test('is what was learned while the store was asked', async () => {
    const { known, ask, asked, find, rotate } = under();
    await ask('ann');
    known.learn(slotWith('ann'));
    await asked[0]?.answer();
    expect(find('ann')).toEqual(pledgeOf('ann'));
    // The answer is forgotten no later than the account.
    rotate();
    known.learn(slotWith('bob'));
    rotate();
    expect(find('ann')).toBe('unsure');
  });

  test('is asked again if the answer came when its generation was gone', async () => {
    const { known, ask, asked, find, rotate } = under();
    await ask('ann');
    for (const pledger of ['bob', 'eve', 'joe']) {
      known.learn(slotWith(pledger));
      rotate();
    }
    await asked[0]?.answer();
    expect(find('ann')).toBe('unsure');
    await ask('ann');
    await asked[1]?.answer();
    expect(find('ann')).toBeUndefined();
  });

  test('is a Pledge if it was one before it was unreadable, which only the store knows', async () => {
    const { known, ask, asked, find } = under();
    known.learn(slotWithUnreadable('ann'));
    known.learn(slotWithUnreadable('bob'));
    expect([find('ann'), find('bob')]).toEqual(['unsure', 'unsure']);
    await ask('ann', 'bob');
    await asked[0]?.answer({ ann: pledgeOf('ann') });
    expect([find('ann'), find('bob')]).toMatchObject([pledgeOf('ann'), { kind: 'quarantine' }]);
  });

  test('is remembered of an unreadable account that was not durable when the store was asked', async () => {
    const { known, ask, asked, find, rotate } = under();
    let durable = false;
    known.learn(slotWithUnreadable('ann'));
    rotate(() => durable);
    await ask('ann');
    durable = true;
    known.learn(slotWith('bob'));
    rotate();
    await asked[0]?.answer();
    expect(find('ann')).toMatchObject({ kind: 'quarantine' });
  });

  test('is told of keys of a block, and only the store is asked about those that are not in memory', async () => {
    const { known, asked } = under();
    known.learn(slotWith('ann'));
    known.learn(slotWithUnreadable('bob'));
    const { signal } = new AbortController();
    const seen = known.seen(['ann', 'bob', 'eve', 'nobody'].map(addressOf), signal);
    await asked[0]?.answer({ eve: unreadable });
    const isSeen = await seen;
    expect(asked.map(({ names }) => names.length)).toEqual([2]);
    expect(['ann', 'bob', 'eve', 'nobody'].map((name) => isSeen(addressOf(name)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('a lookup that fails', () => {
  test('is repeated until the store answers', async () => {
    const { ask, asked, find } = under();
    await ask('ann');
    await asked[0]?.fail(unreachable);
    await asked[1]?.fail(unreachable);
    await asked[2]?.answer({ ann: pledgeOf('ann') });
    expect(find('ann')).toEqual(pledgeOf('ann'));
  });

  test('for good ends the index, and nothing is asked any more', async () => {
    const { ask, asked, failures, find } = under();
    await ask('ann');
    await asked[0]?.fail(refused);
    await ask('bob');
    expect([failures, asked.length, find('ann')]).toEqual([[refused], 1, 'unsure']);
  });

  test('because the index ends is no failure', async () => {
    const { known, ask, asked, failures } = under();
    await ask('ann');
    let answered = false;
    void known.ask([addressOf('ann')]).then(() => {
      answered = true;
    });
    await known.close();
    await ask('bob');
    expect([failures, asked.length, answered]).toEqual([[], 1, false]);
  });
});
