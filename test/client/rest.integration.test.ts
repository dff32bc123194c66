import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as client from '../../client/index.ts';
import { pubkeyOf } from '../support/index-builder.ts';
import { type RunningApi, runApi, walletOf } from './support/running-api.ts';

const NEVER = 9_223_372_036_854_775_807n;
const DIGITS = 9_007_199_254_740_993n;
const collect = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

describe('the client library and the running API', () => {
  let api: RunningApi;
  let reader: client.Launchlens;
  beforeAll(async () => {
    api = await runApi();
    reader = api.client();
    const { index } = api.under;
    for (const launchId of [1n, 2n, 3n]) {
      index.launch({ launchId, slot: 5n, status: 1, startTs: launchId, endTs: NEVER, totalPledged: 15n });
    }
    for (const pledger of ['a', 'b', 'c', 'd', 'e']) {
      index.pledge({ launchId: 1n, pledger, slot: 5n, amount: 3n, pledgedTs: 7n });
    }
    index.coverage('streamed', 2n, 9n);
    await api.show(5n);
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
  });

  describe('launches', () => {
    test('come as REST has them, amounts as strings and times of the chain as bigint', async () => {
      const { launch, source } = await reader.launches.get(1);
      expect(source.last_indexed_slot).toBe(5);
      expect(launch).toMatchObject({ launch_id: '1', total_pledged: '15', start_ts: 1n, end_ts: NEVER });
      expect((await reader.launches.status()).launch?.launch_id).toBe('3');
    });

    test('come with the part of a wallet', async () => {
      const { wallet } = await reader.launches.get('1', { wallet: pubkeyOf('a') });
      expect(wallet).toMatchObject({ pledged: '3', pledged_ts: 7n });
    });

    test('come one by one from all pages', async () => {
      const all = await collect(reader.launches.all({ limit: 1, status: 'active' }));
      expect(all.map(({ launch_id }) => launch_id)).toEqual(['3', '2', '1']);
    });

    test('come with how the raise grew and how the pledges are distributed', async () => {
      expect((await reader.launches.raiseCurve(1, { points: 2 })).points.at(-1)?.total_pledged).toBe('15');
      expect((await reader.launches.distribution(1, { buckets: 1 })).sum).toBe('15');
      expect((await reader.launches.flows(1)).results).toEqual([]);
      expect((await reader.proof.coverage()).first_slot).toBe(2);
      expect((await reader.proof.audits()).results).toEqual([]);
      expect((await collect(reader.launches.allPositions(pubkeyOf('a')))).length).toBe(1);
    });
  });

  test('keep all pages of a listing at one slot, though the chain moves on', async () => {
    const pledges = reader.launches.allPledges(1, { limit: 2 });
    const first = await pledges.next();
    api.under.index.pledge({ launchId: 1n, pledger: 'f', slot: 6n, amount: 4n });
    await api.show(6n);

    const rest = await collect(pledges);
    expect([first.value, ...rest].length).toBe(5);
    expect((await collect(reader.launches.allPledges(1, { limit: 2 }))).length).toBe(6);
    expect((await collect(reader.launches.allPledges(1, { limit: 2, asOfSlot: 5 }))).length).toBe(5);
  });

  test('stop asking when whoever takes the rows stops', async () => {
    let asked = 0;
    const counting = api.client({
      fetch: (...request) => {
        asked += 1;
        return fetch(...request);
      },
    });
    for await (const _ of counting.launches.allPledges(1, { limit: 2 })) break;
    expect(asked).toBe(1);
  });

  describe('slots that cannot be answered for', () => {
    test('are typed by why', async () => {
      const held = reader.launches.get(1, { asOfSlot: 1 });
      await expect(held).rejects.toBeInstanceOf(client.SlotNotHeldError);
      await expect(held).rejects.toThrow('as_of_slot 1 is before the first indexed slot');
      await expect(reader.launches.get(1, { minSlot: 999 })).rejects.toBeInstanceOf(
        client.SlotNotReachedError,
      );
      await expect(reader.launches.get(1, { asOfSlot: 999 })).rejects.toBeInstanceOf(
        client.InvalidRequestError,
      );
      await expect(reader.launches.get(77)).rejects.toBeInstanceOf(client.NotFoundError);
      expect((await reader.launches.get(1, { minSlot: 5n })).source.last_indexed_slot).toBeGreaterThan(4);
    });
  });

  describe('an owner', () => {
    const wallet = walletOf('owner of rewards');
    let owner: client.Launchlens;
    beforeAll(async () => {
      const row = (id: bigint | number, more: string) =>
        `{"kind":"accrued","record_id":${id},"program":"season","wallet":"${wallet.address}","at":"2026-01-0${more}`;
      await api.record(
        row(1, `1T00:00:00Z","amount_base_units":${DIGITS}}`),
        row(2, '2T00:00:00Z","amount_base_units":null}'),
        row(DIGITS, '3T00:00:00Z","amount_base_units":5}'),
      );
      owner = api.client();
      await owner.signIn(wallet);
    });

    test('reads rewards with all their digits', async () => {
      const { totals, programs, wallet_address } = await owner.rewards.summary();
      expect(wallet_address).toBe(wallet.address);
      expect(totals.accrued).toEqual({ count: 3, priced_count: 2, amount_base_units: DIGITS + 5n });
      expect(programs.referral.accrued.amount_base_units).toBe(0n);

      const { results } = await owner.rewards.history({ limit: 2, program: 'season' });
      expect(results.map(({ id, amount_base_units }) => [id, amount_base_units])).toEqual([
        [DIGITS, 5n],
        [2n, null],
      ]);
    });

    test('gets every record once, as of the first page, also when the ledger grows meanwhile', async () => {
      const rows = owner.rewards.allHistory({ limit: 1 });
      const taken = [(await rows.next()).value?.id];
      await api.record(
        `{"kind":"accrued","record_id":4,"program":"season","wallet":"${wallet.address}","at":"2026-02-01T00:00:00Z","amount_base_units":1}`,
      );
      for await (const { id } of rows) taken.push(id);
      expect(taken).toEqual([DIGITS, 2n, 1n]);
    });

    test('is told before the mint that nothing settles', async () => {
      await expect(owner.rewards.claimReferrals(wallet.address)).rejects.toMatchObject({
        ...{ code: 'pre_mint', preMint: true, rewardAsset: 'REWARD' },
      });
    });

    test('may not look at the rewards of others', async () => {
      const walletAddress = walletOf('another').address;
      await expect(owner.rewards.summary({ walletAddress })).rejects.toBeInstanceOf(client.ForbiddenError);
    });

    test('is told to sign in when not, or not any more', async () => {
      await expect(reader.rewards.summary()).rejects.toMatchObject({
        ...{ code: 'authentication_failed', hint: 'Sign in with the wallet of the owner: signIn().' },
      });
    });

    test('signs out for every process, and may do so twice', async () => {
      const leaving = api.client();
      const { token } = await leaving.signIn(wallet);
      await leaving.signOut();
      await expect(leaving.rewards.summary()).rejects.toBeInstanceOf(client.AuthenticationError);
      const elsewhere = api.client({ sessionToken: token });
      await expect(elsewhere.rewards.summary()).rejects.toBeInstanceOf(client.AuthenticationError);
      await leaving.signOut();
      await elsewhere.signOut();
    });

    test('is still signed in when signing out fails, and is told so', async () => {
      let reachable = true;
      const leaving = api.client({
        fetch: (...asked) => (reachable ? fetch(...asked) : Promise.reject(new TypeError('no network'))),
        retries: 0,
      });
      await leaving.signIn(wallet);
      reachable = false;
      await expect(leaving.signOut()).rejects.toBeInstanceOf(client.UnreachableError);
      reachable = true;
      expect((await leaving.rewards.summary()).reward_asset).toBe('REWARD');
      await leaving.signOut();
      await expect(leaving.rewards.summary()).rejects.toBeInstanceOf(client.AuthenticationError);
    });

    test('asks GraphQL as the same account', async () => {
      const query = '{ rewardsSummary { totals { accrued { amountBaseUnits } } } }';
      type Summary = { rewardsSummary: { totals: { accrued: { amountBaseUnits: string } } } };
      const { rewardsSummary } = await owner.graphql.query<Summary>(query);
      expect(rewardsSummary.totals.accrued.amountBaseUnits).toBe(`${DIGITS + 6n}`);
      await expect(reader.graphql.query(query)).rejects.toBeInstanceOf(client.AuthenticationError);
    });

    test('issues, rotates and revokes keys, and sees what became of them', async () => {
      const issued = await owner.keys.issue({ label: 'a bot', scopes: ['read'] });
      expect(issued.key.startsWith('llk_')).toBe(true);
      const terms = { label: 'a trader', scopes: ['trade'] } as const;
      await expect(owner.keys.issue(terms)).rejects.toBeInstanceOf(client.ForbiddenError);
      const trader = await owner.keys.issue(terms, { wallet });
      expect(trader.scopes).toEqual(['read', 'trade']);

      const rotated = await owner.keys.rotate(issued.id);
      expect([rotated.label, rotated.key === issued.key]).toEqual(['a bot', false]);
      await expect(owner.keys.rotate(issued.id)).rejects.toBeInstanceOf(client.ConflictError);
      expect((await owner.keys.revoke(rotated.id)).revoked_at).not.toBeNull();
      await expect(owner.keys.revoke('nobody')).rejects.toBeInstanceOf(client.NotFoundError);

      const listed = await owner.keys.list();
      expect(listed.results.map(({ label }) => label)).toEqual(['a bot', 'a trader', 'a bot']);
      expect(JSON.stringify(listed)).not.toContain(issued.key);
      const events = await collect(owner.credentialEvents({ limit: 2 }));
      expect(events.map(({ kind }) => kind)).toEqual(['revoked', 'rotated', 'issued', 'issued', 'issued']);
      expect(events.every(({ id }) => typeof id === 'number')).toBe(true);
    });
  });

  describe('GraphQL', () => {
    const document = 'query ($id: BigUint!) { launch(launchId: $id) { totalPledged endTs } }';
    type Answer = { launch: { totalPledged: string; endTs: bigint } | null };

    test('takes variables, and gives the data with the slot that it is exact at', async () => {
      const { data, source } = await reader.graphql.ask<Answer>(document, { id: 1n });
      expect(data).toEqual({ launch: { totalPledged: '15', endTs: NEVER } });
      expect(source?.lastIndexedSlot).toBeGreaterThan(4);
    });

    test('fails with the codes of the server and what else there was', async () => {
      const query =
        '{ ahead: launch(launchId: "1", asOfSlot: 9999) { status } now: launch(launchId: "1") { status } }';
      const asked = reader.graphql.query(query);
      await expect(asked).rejects.toBeInstanceOf(client.QueryError);
      await expect(asked).rejects.toMatchObject({
        faults: [{ code: 'SLOT_AHEAD', path: ['ahead'] }],
        data: { ahead: null, now: { status: 'active' } },
      });
    });

    test('refuses what is no query with the reason', async () => {
      await expect(reader.graphql.query('{ nonsense }')).rejects.toMatchObject({
        faults: [{ code: 'GRAPHQL_VALIDATION_FAILED' }],
      });
      await expect(reader.graphql.query('{')).rejects.toMatchObject({ code: 'query_failed' });
    });
  });
});
