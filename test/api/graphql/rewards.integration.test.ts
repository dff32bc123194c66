import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS as LIMITS } from '../../../api/graphql/limits.ts';
import { ERRORS, type ErrorCode } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { indexSuite } from '../support/index-suite.ts';
import { openApi, showSlot } from '../support/mirror-under-test.ts';
import { emptyLedger, openRewards, type RewardsUnderTest, TERMS } from '../support/rewards-under-test.ts';
import { ask, GRAPHQL_JSON, type Question } from './support/graphql-under-test.ts';

const DAY_MS = 24 * 3_600_000;
const [first, agent, second] = wallets as [Pubkey, Pubkey, Pubkey];
const ACCOUNTS = {
  tokens: { first, second, unbound: undefined },
  agents: { [first]: [agent] },
};
const SUMMARY = '{ rewardsSummary { walletAddress totals { accrued { count amountBaseUnits } } } }';
const HISTORY = '{ rewardsHistory { walletAddress results { id amountBaseUnits } } }';

const accrued = (recordId: bigint, wallet: Pubkey, amount: bigint): RewardEvent => ({
  ...{ kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount },
});

describe('rewards over GraphQL', () => {
  const under = indexSuite();
  let rewards: RewardsUnderTest;
  beforeEach(async () => {
    await emptyLedger(under.olap);
    rewards = openRewards(under.olap, ACCOUNTS, T0 + DAY_MS);
    await rewards.record(accrued(1n, first, 100n), accrued(2n, second, 200n), accrued(3n, agent, 300n));
    await showSlot(under, rewards.api, 3n);
  });
  afterEach(async () => {
    await rewards.stop();
  });
  const askAs = (token: string | undefined, question: Question | string) =>
    ask(rewards.api, question, token ? { authorization: `Bearer ${token}` } : {});

  test('gives every field, amounts and ids as decimal strings of any size', async () => {
    const most = 2n ** 64n - 1n;
    await rewards.record(accrued(most, first, most), accrued(most - 1n, first, most));
    const { data, source } = await askAs(
      'first',
      `{
        rewardsSummary {
          source { lastIndexedSlot lagSlots } ledgerRevision rewardAsset decimals preMint walletAddress
          totals { accrued { count pricedCount amountBaseUnits } }
          programs { signupBonus { paid { count } } season { pending { amountBaseUnits } } }
          historyOnlyPrograms disclosure contributionDisclosure
        }
        rewardsHistory(limit: 1) {
          source { lastIndexedSlot } ledgerRevision preMint walletAddress limit offset hasMore
          results { program id status amountBaseUnits createdAt claimableAt paidAt txSignature }
        }
      }`,
    );
    const sum = `${2n * most + 100n}`;
    expect(data.rewardsSummary).toEqual({
      ...{ source: { lastIndexedSlot: 3, lagSlots: 0 }, ledgerRevision: 2 },
      ...{ rewardAsset: 'REWARD', decimals: 6, preMint: true, walletAddress: first },
      totals: { accrued: { count: 3, pricedCount: 3, amountBaseUnits: sum } },
      programs: { signupBonus: { paid: { count: 0 } }, season: { pending: { amountBaseUnits: sum } } },
      historyOnlyPrograms: ['hive_contribution'],
      disclosure: TERMS.disclosure,
      contributionDisclosure: TERMS.contributionDisclosure,
    });
    expect(data.rewardsHistory).toEqual({
      ...{ source: { lastIndexedSlot: 3 }, ledgerRevision: 2, preMint: true, walletAddress: first },
      ...{ limit: 1, offset: 0, hasMore: true },
      results: [
        {
          ...{ program: 'season', id: `${most}`, status: 'pending', amountBaseUnits: `${most}` },
          ...{ createdAt: '2026-10-01T00:00:00Z', claimableAt: null, paidAt: null, txSignature: '' },
        },
      ],
    });
    expect(source.lastIndexedSlot).toBe(3);
  });

  test('shows the newest slot, also beside fields of an earlier one', async () => {
    under.index.launch({ launchId: 7n, slot: 1n }).coverage('streamed', 1n, 99n);
    await showSlot(under, rewards.api, 5n);
    const { data, source } = await askAs(
      'first',
      '{ launch(launchId: 7, asOfSlot: 4) { launchId } rewardsSummary { source { lastIndexedSlot } } }',
    );
    expect([source.lastIndexedSlot, data.rewardsSummary.source.lastIndexedSlot]).toEqual([4, 5]);
  });

  describe.each([
    ['rewardsSummary', '/user-rewards/summary/'],
    ['rewardsHistory', '/user-rewards/history/'],
  ])('%s', (field, path) => {
    const of = (wallet?: string) =>
      `{ ${field}${wallet ? `(walletAddress: "${wallet}")` : ''} { walletAddress } }`;

    test('answers for the own wallet, by default and by name, and for an owned agent wallet', async () => {
      for (const [wallet, expected] of [
        [undefined, first],
        [first, first],
        [agent, agent],
      ]) {
        expect((await askAs('first', of(wallet))).data).toEqual({ [field]: { walletAddress: expected } });
      }
    });

    test.each([
      ['nobody who signed in', undefined, undefined, 'SIGN_IN_REQUIRED', 401],
      ['a token that does not hold', 'forged', undefined, 'TOKEN_REFUSED', 401],
      ['an account without a wallet', 'unbound', undefined, 'WALLET_UNBOUND', 400],
      ['a wallet of somebody else', 'first', second, 'WALLET_FORBIDDEN', 403],
      ['a wallet that does not exist', 'first', '11111111111111111111111111111111', 'WALLET_FORBIDDEN', 403],
    ] as const)(
      'refuses %s as REST does, beside answers that stand',
      async (_what, token, wallet, code, status) => {
        const query = `{ source { lastIndexedSlot } ${of(wallet).slice(1)}`;
        const answer = await askAs(token, query);
        const rest = await rewards.get(`${path}${wallet ? `?wallet_address=${wallet}` : ''}`, token);
        expect([rest.status, ERRORS[code as ErrorCode].status]).toEqual([status, status]);
        expect(answer.data).toEqual({ source: { lastIndexedSlot: 3 }, [field]: null });
        expect(answer.errors).toEqual([
          {
            message: rest.json.detail.replace('wallet_address', 'walletAddress'),
            locations: expect.anything(),
            path: [field],
            extensions: { code, requestId: expect.any(String) },
          },
        ]);
        expect(answer.headers['cache-control']).toBe('private, no-store');
      },
    );
  });

  test('takes two Authorization headers for nobody, as REST does, though Node itself would keep the first', async () => {
    const read = async (authorization: readonly string[]) => {
      const headers = { authorization: [...authorization] as unknown as string };
      const { status } = await rewards.api.get('/api/v1/user-rewards/summary/', headers);
      const { errors } = await ask(rewards.api, SUMMARY, headers);
      return [status, errors?.[0]?.extensions.code];
    };
    expect(await read(['Bearer first'])).toEqual([200, undefined]);
    for (const two of [
      ['Bearer first', 'Bearer second'],
      ['Bearer first', 'Bearer first'],
    ]) {
      expect(await read(two)).toEqual([401, 'SIGN_IN_REQUIRED']);
    }
  });

  test('pages and filters as REST does, and bounds the page', async () => {
    const ids = async (values: string) => {
      const { data, errors } = await askAs(
        'first',
        `{ rewardsHistory(${values}) { hasMore results { id } } }`,
      );
      return (
        errors?.[0]?.extensions.code ?? [data.rewardsHistory.results.length, data.rewardsHistory.hasMore]
      );
    };
    await rewards.record(...[5n, 6n, 7n].map((id) => accrued(id, first, 1n)));
    expect(await ids('limit: 2')).toEqual([2, true]);
    expect(await ids('limit: 2, offset: 2')).toEqual([2, false]);
    expect(await ids('limit: 200, program: season')).toEqual([4, false]);
    expect(await ids('limit: 200, program: clone')).toEqual([0, false]);
    expect(await ids('offset: 9007199254740991')).toEqual([0, false]);
    expect(await ids('limit: 0')).toBe('PARAMETER_MALFORMED');
    expect(await ids('limit: 201')).toBe('PARAMETER_MALFORMED');
    expect(await ids('offset: -1')).toBe('GRAPHQL_VALIDATION_FAILED');
    const unknown = await askAs('first', '{ rewardsHistory(program: unknown) { hasMore } }');
    expect([unknown.status, unknown.errors?.[0]?.extensions.code]).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ]);
    const query = 'query ($program: RewardProgram) { rewardsHistory(program: $program) { hasMore } }';
    const variable = await askAs('first', { query, variables: { program: 'unknown' } });
    expect([variable.status, variable.errors?.[0]?.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('costs what it takes: too many reads in one request are refused', async () => {
    const document = (row: string) =>
      `{ ${Array.from({ length: 30 }, (_, n) => `a${n}: rewardsHistory(limit: 200) { results { ${row} } }`).join(' ')} }`;
    expect((await askAs('first', document('id'))).errors).toBeUndefined();
    const every = 'id program status amountBaseUnits createdAt claimableAt paidAt';
    const [refusal] = (await askAs('first', document(every))).errors ?? [];
    expect(refusal?.extensions.code).toBe('GRAPHQL_TOO_COSTLY');
    expect(refusal?.message).toContain(`${LIMITS.cost}`);
  });

  test('is refused by an API that keeps no accounts', async () => {
    const api = openApi(under.olap);
    await api.followed.reaches(3n);
    const { errors } = await ask(api, SUMMARY, { authorization: 'Bearer first' });
    expect(errors?.[0]?.extensions.code).toBe('REWARDS_NOT_SERVED');
    await api.stop();
  });

  test('is not compressed, so that its length does not tell what only the owner may read', async () => {
    const events = Array.from({ length: 30 }, (_, n) => accrued(BigInt(n + 10), first, 100n));
    await rewards.record(...events);
    const headers = { authorization: 'Bearer first', 'accept-encoding': 'gzip' };
    const long = HISTORY.replace('id', 'id program status createdAt');
    const answer = await ask(rewards.api, long, headers);
    expect(JSON.stringify(answer.data).length).toBeGreaterThan(1400);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  type Owner = 'first' | 'second';

  describe('never reaches anybody else', () => {
    const expected: Readonly<Record<string, Readonly<Record<Owner, unknown>>>> = {
      [SUMMARY]: {
        first: { walletAddress: first, totals: { accrued: { count: 1, amountBaseUnits: '100' } } },
        second: { walletAddress: second, totals: { accrued: { count: 1, amountBaseUnits: '200' } } },
      },
      [HISTORY]: {
        first: { walletAddress: first, results: [{ id: '1', amountBaseUnits: '100' }] },
        second: { walletAddress: second, results: [{ id: '2', amountBaseUnits: '200' }] },
      },
    };
    const shown = async (token: Owner | undefined, query: string) => {
      const { data, errors, headers } = await askAs(token, query);
      expect([headers['cache-control'], headers.vary]).toEqual([
        'private, no-store',
        'Accept, Authorization',
      ]);
      return errors?.[0]?.extensions.code ?? Object.values(data)[0];
    };

    // More often than it takes until a document is executed compiled.
    const turns: readonly (Owner | undefined)[] = Array.from({ length: 4 }).flatMap(
      () => ['first', 'second', undefined] as const,
    );
    const due = (token: Owner | undefined, query: string) =>
      token ? expected[query]?.[token] : 'SIGN_IN_REQUIRED';

    test.each([SUMMARY, HISTORY])('when owners and strangers ask %s one after another', async (query) => {
      for (const token of turns) expect(await shown(token, query)).toEqual(due(token, query));
    });

    test.each([SUMMARY, HISTORY])('when owners and strangers ask %s at once', async (query) => {
      const answers = await Promise.all(turns.map((token) => shown(token, query)));
      expect(answers).toEqual(turns.map((token) => due(token, query)));
    });

    test('when a document is named by its hash, sent by GET or answered as an event', async () => {
      const sha256Hash = createHash('sha256').update(SUMMARY).digest('hex');
      const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } });
      const named = { byText: { query: SUMMARY, extensions }, byHash: { extensions } };
      for (const [accept, parameters] of [
        [GRAPHQL_JSON, named.byText],
        [GRAPHQL_JSON, named.byHash],
        ['application/json', named.byHash],
        ['text/event-stream', named.byHash],
      ] as const) {
        for (const token of turns) {
          const { text, headers } = await rewards.api.get(`/graphql?${new URLSearchParams(parameters)}`, {
            accept,
            ...(token && { authorization: `Bearer ${token}` }),
          });
          expect(headers['cache-control']).toBe('private, no-store');
          expect(text).toContain(token ? (token === 'first' ? first : second) : 'SIGN_IN_REQUIRED');
          expect(text).not.toContain(token === 'first' ? second : first);
        }
      }
    });

    test('when the reward field lies in a fragment, under an alias, beside what everybody may share', async () => {
      const query = `query { source { lastIndexedSlot } ...Mine }
        fragment Mine on Query { ... on Query { mine: rewardsSummary { walletAddress } } }`;
      for (const token of turns) {
        const { data } = await askAs(token, query);
        expect(data.mine).toEqual(token ? { walletAddress: token === 'first' ? first : second } : null);
      }
    });

    test('and who asks for nothing of an owner is served from what is shared, signed in or not', async () => {
      const query =
        'query ($mine: Boolean!) { source { lastIndexedSlot } rewardsSummary @include(if: $mine) { walletAddress } }';
      const without = { query, variables: { mine: false } };
      const answers = [await askAs('first', without), await askAs(undefined, without)];
      expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache']);
      expect(answers[1]?.text).toBe(answers[0]?.text);
      expect((await askAs('second', { query, variables: { mine: true } })).data.rewardsSummary).toEqual({
        walletAddress: second,
      });
    });
  });
});
