import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { REVIEW_WINDOW_MS } from '../../core/rules/rewards.ts';
import { rewardsHistoryAnswer, rewardsSummaryAnswer } from '../../schemas/rest/rewards.ts';
import { REWARD_PROGRAMS } from '../../schemas/reward-programs.ts';
import { ledgerEvents, T0, wallets } from '../core/rules/reward-arbitraries.ts';
import { type IndexUnderTest, openIndex, showSlot } from './support/mirror-under-test.ts';
import { emptyLedger, openRewards, type RewardsUnderTest } from './support/rewards-under-test.ts';
import { parseExact } from './support/transports/exact-json.ts';
import { fieldsOf, restOf } from './support/transports/graphql.ts';

const [owner, agent, other] = wallets as [Pubkey, Pubkey, Pubkey];
const ACCOUNTS = { tokens: { owner, other, unbound: undefined }, agents: { [owner]: [agent] } };

/** A question in wire names, for both APIs to ask in their own way. Undefined is left out. */
type Question = Readonly<Record<string, string | number | undefined>>;
const TRANSPORTS = {
  summary: {
    shape: rewardsSummaryAnswer,
    document: `query ($wallet_address: Pubkey) {
      asked: rewardsSummary(walletAddress: $wallet_address) { ${fieldsOf(rewardsSummaryAnswer)} }
    }`,
  },
  history: {
    shape: rewardsHistoryAnswer,
    document: `query ($wallet_address: Pubkey, $program: RewardProgram, $limit: Int!, $offset: Count!) {
      asked: rewardsHistory(walletAddress: $wallet_address, program: $program, limit: $limit, offset: $offset) {
        ${fieldsOf(rewardsHistoryAnswer)}
      }
    }`,
  },
} as const;

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const token = fc.constantFrom('owner', 'other', 'unbound', 'forged');
const wallet_address = maybe(fc.constantFrom(...wallets));
const anyQuestion = fc.oneof(
  fc.record({ about: fc.constant('summary' as const), token, values: fc.record({ wallet_address }) }),
  fc.record({
    about: fc.constant('history' as const),
    token,
    values: fc.record({
      ...{ wallet_address, program: maybe(fc.constantFrom(...REWARD_PROGRAMS)) },
      ...{ limit: fc.integer({ min: 1, max: 5 }), offset: fc.integer({ min: 0, max: 6 }) },
    }),
  }),
);
type Asked = typeof anyQuestion extends fc.Arbitrary<infer Value> ? Value : never;

describe('one answer about rewards', () => {
  let under: IndexUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
  });
  afterAll(async () => {
    await under.dispose();
  });

  test('is given over REST and GraphQL, digit by digit, of any ledger, to everybody who asks', async () => {
    let slot = 0n;
    const moment = fc.integer({ min: T0, max: T0 + 4 * REVIEW_WINDOW_MS });
    const questions = fc.array(anyQuestion, { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(ledgerEvents, fc.boolean(), moment, questions, async (events, minted, now, asked) => {
        await emptyLedger(under.olap);
        const rewards = openRewards(under.olap, ACCOUNTS, now);
        try {
          slot += 1n;
          if (minted) await rewards.mint(slot);
          await showSlot(under, rewards.api, slot);
          await rewards.record(...events);
          for (const question of asked) await expectOneAnswer(rewards, question);
        } finally {
          await rewards.stop();
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

async function expectOneAnswer(rewards: RewardsUnderTest, asked: Asked): Promise<void> {
  const given = await Promise.all([askRest(rewards, asked), askGraphql(rewards, asked)]);
  expect(given[1], JSON.stringify(asked)).toEqual(given[0]);
}

async function askRest(rewards: RewardsUnderTest, { about, token: who, values }: Asked): Promise<unknown> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values as Question))
    if (value !== undefined) query.set(name, String(value));
  const { status, text, json } = await rewards.get(`/user-rewards/${about}/?${query}`, who);
  return status === 200 ? inDigits(parseExact(text)) : { status, detail: json.detail };
}

async function askGraphql(rewards: RewardsUnderTest, { about, token: who, values }: Asked): Promise<unknown> {
  const { shape, document } = TRANSPORTS[about];
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${who}` };
  const { text } = await rewards.api.request('POST', '/graphql', headers, {
    query: document,
    variables: values,
  });
  const { data, errors } = parseExact(text) as {
    data?: { asked: unknown };
    errors?: { message: string; extensions: { code: ErrorCode } }[];
  };
  const [error] = errors ?? [];
  if (!error) return inDigits(restOf(shape as z.ZodType, data?.asked));
  const detail = error.message.replace('walletAddress', 'wallet_address');
  return { status: ERRORS[error.extensions.code].status, detail };
}

/** GraphQL gives as text what REST gives as integers of any size. */
const EXACT = new Set(['amount_base_units', 'id', 'payout_request_id']);

function inDigits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDigits);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      EXACT.has(name) && inner !== null ? digitsOf(inner) : inDigits(inner),
    ]),
  );
}

function digitsOf(value: unknown): string {
  return typeof value === 'object' ? String((value as { rawJSON: string }).rawJSON) : String(value);
}
