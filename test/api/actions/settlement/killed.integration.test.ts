import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Boundary, kindOf, type Moment } from '../../../chaos/boundaries/boundary.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../../support/postgres-server.ts';
import { pendingPayout, type Seen } from './pending-payout.ts';
import { embeddedStores, type SettlingStores, serverStores } from './settling-stores.ts';

const FACTS = ['rows reward_events', 'rows reward_events_by_wallet', 'rows reward_checkpoints'];
/** One transaction: the request moves, and its owner's webhooks are told. */
const MOVE = ['update payout_requests', 'commit payout_requests'] as const;

const at = (statement: string, moment: Moment): Boundary => ({ step: 'settle', statement, nth: 1, moment });

/**
 * From the second fact to the moved request; the end of one statement is the begin of the next. Before the first, and
 * before the commit, the stores have what they had.
 */
const BETWEEN = [...FACTS.slice(1), MOVE[0]].map((statement) => at(statement, 'before'));
const MOVING = MOVE.map((statement) => at(statement, 'under way'));
const MOVED = at('commit payout_requests', 'after');
const WRITING = FACTS.map((statement) => at(statement, 'under way'));
/** The embedded engine takes rows from a file, which is still there when they are acknowledged. */
const SPOOLED = [at('rows reward_events', 'spooled'), at('rows reward_checkpoints', 'acknowledged')];

const STORES = [
  {
    ...{ name: 'the embedded stores', missing: false, open: embeddedStores },
    kills: [...BETWEEN, ...SPOOLED, ...MOVING, MOVED],
  },
  {
    ...{ name: `ClickHouse’s protocol and ${POSTGRES_SUITE_NAME}`, missing: postgresIsMissing },
    // Between statements, what a server has is what an embedded store has.
    ...{
      open: serverStores,
      kills: [...WRITING, ...MOVING, MOVED],
    },
  },
] as const;

/** Nothing counts of the payment. */
const UNPAID = { status: 'requested', shown: [1, 2, 3].map(() => [false, undefined]) };
/** Everything is done, and each thing once. */
const SETTLED = { status: 'settled', facts: 3, factsByWallet: 3 };

function expectSettled(seen: Seen): void {
  expect(seen).toMatchObject(SETTLED);
  expect(seen.txSignature).toMatch(/^\w{64,88}$/);
  expect(seen.shown).toEqual([1, 2, 3].map(() => [true, seen.txSignature]));
}

/** What counts of a payment after a kill: none of its facts or all, and all where the request has moved. */
function expectWhole({ shown, status }: Seen): void {
  const paid = shown.map(([isPaid]) => isPaid);
  expect(paid).toHaveLength(3);
  expect(new Set(paid).size).toBe(1);
  if (status === 'settled') expect(paid).toEqual([true, true, true]);
}

describe.each(STORES)('settling over $name', ({ missing, open, kills }) => {
  let stores: SettlingStores;
  beforeAll(async () => {
    if (!missing) stores = await open();
  });
  afterAll(async () => {
    await stores?.[Symbol.asyncDispose]();
  });

  test.skipIf(missing)('writes the facts first and then moves the request, and nothing else', async () => {
    const payout = await pendingPayout(stores);
    expect(await payout.look()).toMatchObject({ ...UNPAID, facts: 0 });
    const { code, passed } = await payout.live();
    expect(code).toBe(0);
    const written = passed.filter(({ moment }) => moment === 'after').map(({ statement }) => statement);
    expect(written.filter((statement) => /reward|payout/.test(statement))).toEqual([...FACTS, ...MOVE]);
    const seen = await payout.look();
    expectSettled(seen);
    // And another look at the same payment changes nothing
    expect(await payout.live()).toMatchObject({ code: 0 });
    expect(await payout.look()).toEqual(seen);
  });

  test.skipIf(missing).for(kills.map((kill) => [kindOf(kill), kill] as const))(
    'and killed %s, pays every record once when it is started again',
    async ([, kill]) => {
      const payout = await pendingPayout(stores);
      expect(await payout.live(kill)).toMatchObject({ signal: 'SIGKILL' });
      const { left, done, seen } = await payout.startAgain();
      expectWhole(left);
      expect(done).toBe(true);
      expectSettled(seen);
      // What was done before the kill is not done again
      if (left.status === 'settled') expect(seen.closedAt).toBe(left.closedAt);
    },
  );

  test.skipIf(missing)(
    'and killed again while it removes what the first kill left, pays every record once',
    async () => {
      const payout = await pendingPayout(stores);
      await payout.live(at('rows reward_checkpoints', 'before'));
      // Facts that no checkpoint vouches for are there, and count for nothing
      expect(await payout.look()).toMatchObject({ ...UNPAID, facts: 3, factsByWallet: 3 });
      expect(await payout.live(at('delete reward_events', 'under way'))).toMatchObject({ signal: 'SIGKILL' });
      const { left, done, seen } = await payout.startAgain();
      expectWhole(left);
      expect(done).toBe(true);
      expectSettled(seen);
    },
  );
});
