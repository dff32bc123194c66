import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRewardsReader } from '../../../api/read/rewards/reader.ts';
import { type RewardEvent, SUMMED_PROGRAMS } from '../../../core/rules/rewards.ts';
import { rewardsHistoryAnswer, rewardsSummaryAnswer } from '../../../schemas/rest/rewards.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { indexSuite } from '../support/index-suite.ts';
import { showSlot } from '../support/mirror-under-test.ts';
import { emptyLedger, openRewards, type RewardsUnderTest, TERMS } from '../support/rewards-under-test.ts';

const SUMMARY = '/user-rewards/summary/';
const HISTORY = '/user-rewards/history/';
const DAY_MS = 24 * 3_600_000;
const [wallet = '' as never, agent = '' as never, stranger = '' as never] = wallets;
const ACCOUNTS = { tokens: { owner: wallet, unbound: undefined }, agents: { [wallet]: [agent] } };
const NONE = { count: 0, priced_count: 0, amount_base_units: 0 };
const EMPTY = { accrued: NONE, pending: NONE, claimable: NONE, paid: NONE };

type Accrual = Partial<Extract<RewardEvent, { kind: 'accrued' }>>;
const accrued = (recordId: bigint, changes: Accrual = {}): RewardEvent => ({
  ...{ kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount: undefined },
  ...changes,
});
const priced = (recordId: bigint, amount: bigint): RewardEvent => ({
  kind: 'priced',
  recordId,
  at: T0 + 1,
  amount,
});
const reviewed = (kind: 'held' | 'released' | 'voided', recordId: bigint, at: number): RewardEvent => ({
  ...{ kind, recordId, at, reason: 'review' },
});
const paid = (recordId: bigint, at: number): RewardEvent => ({
  kind: 'paid',
  recordId,
  at,
  txSignature: 'sig',
});

describe('the reads of rewards', () => {
  const under = indexSuite();
  let rewards: RewardsUnderTest;
  beforeEach(async () => {
    await emptyLedger(under.olap);
    rewards = openRewards(under.olap, ACCOUNTS, T0 + DAY_MS);
    await showSlot(under, rewards.api, 3n);
  });
  afterEach(async () => {
    await rewards.stop();
  });
  const summary = async (query = '') => (await rewards.get(`${SUMMARY}${query}`, 'owner')).json;
  const history = async (query = '') => (await rewards.get(`${HISTORY}${query}`, 'owner')).json;

  describe.each([SUMMARY, HISTORY])('GET %s', (path) => {
    test('answers 401 to who is not signed in, before it looks at the question', async () => {
      for (const [query, token] of [
        ['', undefined],
        ['', 'forged'],
        ['?limit=x&program=x', undefined],
      ] as const) {
        const { status, headers, json } = await rewards.get(`${path}${query}`, token);
        expect([status, headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer/)]);
        expect(Object.keys(json)).toEqual(['detail', 'code']);
      }
    });

    test('answers 400 to an account without a bound wallet, whatever wallet it names', async () => {
      for (const query of ['', `?wallet_address=${wallet}`]) {
        const { status, json } = await rewards.get(`${path}${query}`, 'unbound');
        expect(status).toBe(400);
        expect(json.detail).toBe('The account has no bound wallet.');
      }
    });

    test('answers for the own wallet, by default and by name, and for an owned agent wallet', async () => {
      for (const [query, expected] of [
        ['', wallet],
        [`?wallet_address=${wallet}`, wallet],
        [`?wallet_address=${agent}`, agent],
      ]) {
        const { status, json } = await rewards.get(`${path}${query}`, 'owner');
        expect([status, json.wallet_address]).toEqual([200, expected]);
      }
    });

    test('answers 403 for any other wallet, in the same words whether it has records or not', async () => {
      await rewards.record(accrued(1n, { wallet: stranger }));
      const unknown = '11111111111111111111111111111111';
      const answers = await Promise.all(
        [stranger, unknown, 'no-wallet', ''].map((name) =>
          rewards.get(`${path}?wallet_address=${name}`, 'owner'),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    test('answers with and without the trailing slash, is kept by nobody, and refuses unknown parameters', async () => {
      const bare = await rewards.get(path.slice(0, -1), 'owner');
      expect([bare.status, bare.headers['cache-control'], bare.headers.vary]).toEqual([
        200,
        'private, no-store',
        'Authorization',
      ]);
      expect((await rewards.get(`${path}?wallet=${wallet}`, 'owner')).status).toBe(400);
      const { status } = await rewards.api.request('POST', `/api/v1${path}`, {
        authorization: 'Bearer owner',
      });
      expect(status).toBe(405);
    });

    test('carries envelope, disclosures and freshness on every render, empty ones included', async () => {
      for (const query of ['', `?wallet_address=${agent}`]) {
        const { json, headers } = await rewards.get(`${path}${query}`, 'owner');
        expect(json).toMatchObject({
          ...{ reward_asset: 'REWARD', decimals: 6, pre_mint: true, ledger_revision: 0 },
          ...{ disclosure: TERMS.disclosure, contribution_disclosure: TERMS.contributionDisclosure },
          source: { last_indexed_slot: 3 },
        });
        expect(headers['x-last-indexed-slot']).toBe('3');
      }
    });

    test('says pre_mint until the mint exists with 6 decimals, and again when it is gone', async () => {
      const preMint = async () => (await rewards.get(path, 'owner')).json.pre_mint;
      await rewards.mint(4n, { decimals: 9 });
      await rewards.mint(6n);
      await rewards.mint(8n, { closed: true });
      for (const [slot, expected] of [
        [4n, true],
        [5n, true],
        [6n, false],
        [7n, false],
        [8n, true],
      ] as const) {
        await showSlot(under, rewards.api, slot);
        expect([slot, await preMint()]).toEqual([slot, expected]);
      }
    });

    test('answers 503 while nothing is indexed', async () => {
      await under.index.reset();
      const own = openRewards(under.olap, ACCOUNTS, T0);
      expect((await own.get(path, 'owner')).status).toBe(503);
      await own.stop();
    });
  });

  describe('the summary', () => {
    test('has every field of the specification, and zeros for programmes without records', async () => {
      const answer = await summary();
      expect(() => rewardsSummaryAnswer.parse(answer)).not.toThrow();
      expect(Object.keys(answer.programs)).toEqual([...SUMMED_PROGRAMS]);
      expect(answer.programs.season).toEqual(EMPTY);
      expect(answer.totals).toEqual(EMPTY);
      expect(answer.history_only_programs).toEqual(['hive_contribution']);
    });

    test('counts records by where they stand, priced and not, in their programme and in total', async () => {
      await rewards.mint(3n);
      await rewards.record(
        ...[accrued(1n, { amount: 5n }), accrued(2n), accrued(3n, { at: T0 - 7 * DAY_MS, amount: 7n })],
        ...[accrued(4n, { at: T0 - 9 * DAY_MS }), priced(4n, 11n), paid(4n, T0 + 1)],
        ...[accrued(5n, { at: T0 - 9 * DAY_MS, amount: 13n }), reviewed('held', 5n, T0)],
        ...[accrued(6n, { amount: 17n }), reviewed('voided', 6n, T0)],
        ...[
          accrued(7n, { program: 'signup_bonus', amount: 100n }),
          accrued(8n, { wallet: agent, amount: 1n }),
        ],
        accrued(9n, { program: 'hive_contribution', amount: 1000n }),
      );
      const { totals, programs, ledger_revision } = await summary();
      expect(ledger_revision).toBe(1);
      expect(programs.season).toEqual({
        accrued: { count: 5, priced_count: 4, amount_base_units: 36 },
        pending: { count: 3, priced_count: 2, amount_base_units: 18 },
        claimable: { count: 1, priced_count: 1, amount_base_units: 7 },
        paid: { count: 1, priced_count: 1, amount_base_units: 11 },
      });
      expect(totals.accrued).toEqual({ count: 6, priced_count: 5, amount_base_units: 136 });
      expect(totals.pending).toEqual({ count: 4, priced_count: 3, amount_base_units: 118 });
      expect(programs).not.toHaveProperty('hive_contribution');
    });

    test('has no amount of a fee share before the mint, and all of it once the mint exists', async () => {
      await rewards.mint(3n);
      await rewards.record(accrued(1n, { program: 'referral' }), priced(1n, 9n), accrued(2n, { amount: 5n }));
      expect((await summary()).totals.accrued).toEqual({ count: 2, priced_count: 2, amount_base_units: 14 });
      await rewards.mint(4n, { closed: true });
      await showSlot(under, rewards.api, 4n);
      const { totals, programs } = await summary();
      expect(totals.accrued).toEqual({ count: 2, priced_count: 1, amount_base_units: 5 });
      expect(programs.referral.accrued).toEqual({ count: 1, priced_count: 0, amount_base_units: 0 });
      expect((await history('?program=referral')).results[0].amount_base_units).toBeNull();
    });

    test('carries sums beyond 64 bits, and ids, with every digit', async () => {
      const most = 2n ** 64n - 1n;
      await rewards.record(accrued(most, { amount: most }), accrued(1n, { amount: most }));
      const { text } = await rewards.get(SUMMARY, 'owner');
      expect(text).toContain(`"amount_base_units":${2n * most}`);
      const rows = (await rewards.get(HISTORY, 'owner')).text;
      expect(rows).toContain(`"id":${most},"status":"pending","amount_base_units":${most},`);
    });
  });

  describe('the history', () => {
    test('has every field of every row', async () => {
      await rewards.mint(3n);
      await rewards.record(accrued(17n, { at: T0 - 8 * DAY_MS }), priced(17n, 9n), paid(17n, T0 + 5));
      const answer = await history();
      expect(() => rewardsHistoryAnswer.parse(answer)).not.toThrow();
      expect(answer).toMatchObject({ limit: 50, offset: 0, has_more: false });
      expect(answer.results).toEqual([
        {
          ...{ program: 'season', id: 17, status: 'paid', amount_base_units: 9 },
          ...{ created_at: '2026-09-23T00:00:00Z', claimable_at: '2026-09-30T00:00:00Z' },
          ...{ paid_at: '2026-10-01T00:00:00.005Z', tx_signature: 'sig' },
          ...{ matures_at: '2026-09-30T00:00:00Z', pending_because: null, payout_request_id: null },
        },
      ]);
    });

    test('follows a record through review by the clock alone', async () => {
      await rewards.record(accrued(1n));
      const row = async () => {
        const { status, claimable_at, paid_at, tx_signature } = (await history()).results[0];
        return { status, claimable_at, paid_at, tx_signature };
      };
      const pending = { status: 'pending', claimable_at: null, paid_at: null, tx_signature: '' };
      rewards.clock.advance(6 * DAY_MS - 1);
      expect(await row()).toEqual(pending);
      rewards.clock.advance(1);
      expect(await row()).toEqual({ ...pending, status: 'claimable', claimable_at: '2026-10-08T00:00:00Z' });
      await rewards.record(reviewed('held', 1n, T0 + 8 * DAY_MS));
      expect(await row()).toEqual(pending);
      await rewards.record(reviewed('released', 1n, T0 + 9 * DAY_MS));
      expect(await row()).toEqual(pending);
      rewards.clock.advance(2 * DAY_MS);
      expect(await row()).toEqual({ ...pending, status: 'claimable', claimable_at: '2026-10-10T00:00:00Z' });
      await rewards.record(reviewed('voided', 1n, T0));
      expect((await history()).results).toEqual([]);
    });

    test('says when a pending record matures, and what keeps it', async () => {
      await rewards.record(accrued(1n), accrued(2n, { program: 'hive_contribution' }));
      const rows = async () =>
        (await history()).results.map((row: Record<string, unknown>) => [
          row.pending_because,
          row.matures_at,
        ]);
      const credit = ['contribution_credit', null];
      expect(await rows()).toEqual([credit, ['review_window', '2026-10-08T00:00:00Z']]);
      await rewards.record(reviewed('held', 1n, T0 + DAY_MS));
      expect(await rows()).toEqual([credit, ['held', null]]);
      await rewards.record(reviewed('released', 1n, T0 + 9 * DAY_MS));
      expect(await rows()).toEqual([credit, ['review_window', '2026-10-10T00:00:00Z']]);
      rewards.clock.advance(9 * DAY_MS);
      expect(await rows()).toEqual([credit, [null, '2026-10-10T00:00:00Z']]);
    });

    test.each([2_000, 0])(
      'pins pages to a revision of the ledger, folding %i events here',
      async (foldedHere) => {
        const reader = createRewardsReader({ lane: under.olap.reader, mint: undefined, foldedHere });
        await rewards.record(accrued(1n), accrued(2n));
        await rewards.record(accrued(3n), reviewed('voided', 1n, T0 + 1));
        const ids = async (ledgerRevision?: bigint) => {
          const page = { wallet, program: undefined, limit: 5, offset: 0, ledgerRevision };
          const answer = await reader.history(page);
          return [answer.facts.records.map(({ recordId }) => recordId), answer.ledgerRevision];
        };
        expect(await ids()).toEqual([[3n, 2n], 2n]);
        expect(await ids(1n)).toEqual([[2n, 1n], 1n]);
        expect(await ids(0n)).toEqual([[], 0n]);
        await expect(ids(3n)).rejects.toMatchObject({ code: 'LEDGER_REVISION_AHEAD', status: 400 });
      },
    );

    test('takes the revision of an earlier page, and names it again', async () => {
      await rewards.record(accrued(1n));
      await rewards.record(accrued(2n));
      const page = await history('?ledger_revision=1');
      expect([page.ledger_revision, page.results.length]).toEqual([1, 1]);
      expect((await rewards.get(`${HISTORY}?ledger_revision=9`, 'owner')).json.detail).toContain(
        'The newest revision of the ledger is 2',
      );
    });

    test('pages newest first, of one moment the greater id first, with every record once', async () => {
      const records = Array.from({ length: 25 }, (_, n) =>
        accrued(BigInt(n), { at: T0 + Math.floor(n / 4), program: REWARD_PROGRAMS[n % 7] ?? 'season' }),
      );
      await rewards.record(...records);
      const ids: number[] = [];
      for (let offset = 0; ; offset += 7) {
        const page = await history(`?limit=7&offset=${offset}`);
        ids.push(...page.results.map(({ id }: { id: number }) => id));
        expect([page.limit, page.offset]).toEqual([7, offset]);
        if (!page.has_more) break;
      }
      expect(ids).toEqual(Array.from({ length: 25 }, (_, n) => 24 - n));
      expect((await history('?limit=25')).has_more).toBe(false);
      expect((await history('?limit=24')).has_more).toBe(true);
      expect(await history('?offset=9007199254740991')).toMatchObject({ results: [], has_more: false });
    });

    test('takes each programme as a filter', async () => {
      await rewards.record(...REWARD_PROGRAMS.map((program, n) => accrued(BigInt(n), { program })));
      for (const [n, program] of REWARD_PROGRAMS.entries()) {
        const { results } = await history(`?program=${program}`);
        expect(results.map((row: { id: number; program: string }) => [row.id, row.program])).toEqual([
          [n, program],
        ]);
      }
      expect((await history()).results).toHaveLength(7);
    });

    test.each([
      ...[
        'program=',
        'program=unknown',
        'program=Referral',
        'limit=',
        'limit=0',
        'limit=201',
        'limit=x',
        'limit=1.5',
      ],
      ...[
        'limit=-1',
        'limit=1&limit=2',
        'offset=-1',
        'offset=x',
        'offset=0.5',
        'offset=',
        'offset=9007199254740992',
        'ledger_revision=x',
      ],
    ])('answers 400 to %s, and names the parameter', async (query) => {
      const { status, json } = await rewards.get(`${HISTORY}?${query}`, 'owner');
      expect(status).toBe(400);
      expect(json.detail).toContain(query.slice(0, query.indexOf('=')));
    });

    test.each(['limit=1', 'limit=200', 'offset=0'])('takes %s', async (query) => {
      expect((await rewards.get(`${HISTORY}?${query}`, 'owner')).status).toBe(200);
    });
  });
});
