import { describe, expect, test } from 'vitest';
import { ALICE, type FakeLaunchOptions, PLEDGES } from '../support/verifier/fake-launch.ts';
import { STATUS, testKey } from '../support/verifier/launch-bytes.ts';
import { failedChecks, type Stage, stage } from '../support/verifier/stage.ts';

const NAMES = [
  'sum_of_pledges_equals_total_pledged',
  'pledge_account_count_equals_pledger_count',
  'total_within_max_raise',
  'every_pledge_within_per_wallet_cap',
  'escrow_balance_matches_pledges_held',
  'settlement_outcome_matches_minimum_raise',
  'allocations_within_token_allocation',
  'refunded_pledges_only_if_failed',
  'tokens_released_within_unlocked',
  'vault_covers_unreleased_allocations',
];

const REFUNDED = PLEDGES.map((pledge, index) => ({ ...pledge, refunded: index === 0 }));
/** Alice has released so much of her 166,666 tokens. */
const releasing = (released: bigint) =>
  PLEDGES.map((pledge, index) => (index === 0 ? { ...pledge, released } : pledge));
const failedTerms = { status: STATUS.failed, minRaise: 601n };

describe('a launch that keeps every rule', () => {
  const honest: readonly (readonly [string, FakeLaunchOptions])[] = [
    [
      'pending without a pledge or an escrow',
      { terms: { status: STATUS.pending }, pledges: [], escrow: null },
    ],
    ['active', {}],
    ['succeeded', { terms: { status: STATUS.succeeded } }],
    ['failed', { terms: failedTerms }],
    ['failed and partly refunded', { terms: failedTerms, pledges: REFUNDED }],
    ['finalized', { terms: { status: STATUS.finalized } }],
    ['finalized with its escrow closed', { terms: { status: STATUS.finalized }, escrow: null }],
    ['uncapped per wallet', { terms: { maxPledgePerWallet: 0n } }],
    ['without a vault while nothing is allocated', { vault: null }],
    ['given tokens by a stranger', { escrow: 601n }],
    [
      'succeeded without any pledge',
      { terms: { status: STATUS.succeeded, minRaise: 0n }, pledges: [], escrow: 0n },
    ],
  ];

  test.each(honest)('%s: all checks hold and the exit code is 0', async (_what, options) => {
    await using given = await stage(options);
    const run = await given.verify();
    expect(run.stderr).toBe('');
    expect(failedChecks(run)).toEqual([]);
    expect([...run.stdout.matchAll(/^OK {4}(\S+)/gm)].map(([, name]) => name)).toEqual(NAMES);
    expect(run.stdout).toMatch(/All 10 checks hold at slot 1000\.\n$/);
    expect(run.exit).toBe(0);
  });

  test('tells a surplus in the escrow and why a check holds by itself', async () => {
    await using given = await stage({ escrow: 601n, terms: { maxPledgePerWallet: 0n } });
    const { stdout } = await given.verify();
    expect(stdout).toContain('a surplus of 1 of unknown origin');
    expect(stdout).toContain('max_pledge_per_wallet is 0: no cap');
    expect(stdout).toContain('not settled yet: total_pledged is 600, min_raise 500');
    expect(stdout).toContain('not settled yet: nothing is allocated');
  });

  test('is checked exactly with the greatest figures that the accounts can hold', async () => {
    const max = 2n ** 64n - 1n;
    await using given = await stage({
      terms: {
        launchId: max,
        status: STATUS.succeeded,
        minRaise: max,
        maxRaise: max,
        tokenAllocation: max,
        maxPledgePerWallet: max,
      },
      pledges: [
        { pledger: ALICE, amount: max - 1n },
        { pledger: testKey('dust'), amount: 1n },
      ],
    });
    const run = await given.verify();
    expect(run.stdout).toContain('expected 18446744073709551615, found 18446744073709551615');
    expect(run.exit).toBe(0);
    // When: one single unit of 2^64 is missing
    given.launch.escrow.writeBigUInt64LE(max - 1n, 64);
    const tampered = await given.verify();
    // Then: it is seen, which no double could
    expect(failedChecks(tampered)).toEqual(['escrow_balance_matches_pledges_held']);
    expect(tampered.stdout).toContain('expected 18446744073709551615, found 18446744073709551614');
  });
});

/** Half of the entitlements is unlocked at this block time. */
const HALFWAY = 1_790_020_500;
const succeeded = { status: STATUS.succeeded };

describe('a launch that breaks a rule', () => {
  interface Case {
    readonly what: string;
    readonly options?: FakeLaunchOptions;
    readonly tamper?: (given: Stage) => void;
    readonly failed: readonly string[];
    readonly told: string;
  }
  const cases: readonly Case[] = [
    {
      what: 'a Pledge amount was raised by one',
      tamper: ({ launch }) => launch.pledge(0).data.writeBigUInt64LE(101n, 50),
      failed: ['sum_of_pledges_equals_total_pledged', 'escrow_balance_matches_pledges_held'],
      told: 'expected 600, found 601',
    },
    {
      what: 'a Pledge account vanished',
      tamper: ({ launch }) => launch.accounts.delete(launch.pledge(2).address),
      failed: ['sum_of_pledges_equals_total_pledged', 'pledge_account_count_equals_pledger_count'],
      told: 'expected 3, found 2',
    },
    {
      what: 'the pledger count is wrong',
      options: { terms: { pledgerCount: 4 } },
      failed: ['pledge_account_count_equals_pledger_count'],
      told: 'expected 4, found 3',
    },
    {
      what: 'more was raised than the maximum',
      options: { terms: { maxRaise: 599n } },
      failed: ['total_within_max_raise'],
      told: 'expected <= 599, found 600',
    },
    {
      what: 'a pledge exceeds the cap of a wallet',
      options: { terms: { maxPledgePerWallet: 299n } },
      failed: ['every_pledge_within_per_wallet_cap'],
      told: '1 of 3 pledges exceed max_pledge_per_wallet, among them that of',
    },
    {
      what: 'the escrow misses one unit',
      options: { escrow: 599n },
      failed: ['escrow_balance_matches_pledges_held'],
      told: 'against the escrow balance; 1 are missing',
    },
    {
      what: 'the escrow of held pledges does not exist',
      options: { escrow: null },
      failed: ['escrow_balance_matches_pledges_held'],
      told: 'expected 600, found no escrow account',
    },
    {
      what: 'the escrow still holds a unit after the raise was collected',
      options: { terms: { status: STATUS.finalized }, escrow: 1n },
      failed: ['escrow_balance_matches_pledges_held'],
      told: 'finalized, but the escrow holds 1: most likely someone sent tokens in after the raise was collected',
    },
    {
      what: 'a Pledge is marked refunded and the launch is open',
      options: { pledges: REFUNDED, escrow: 600n },
      failed: ['refunded_pledges_only_if_failed'],
      told: 'the launch is active, but 1 of 3 Pledges are marked refunded, among them that of',
    },
    {
      what: 'every Pledge of a launch that succeeded is marked refunded and the money is there',
      options: {
        terms: succeeded,
        pledges: PLEDGES.map((pledge) => ({ ...pledge, refunded: true })),
        escrow: 600n,
      },
      failed: ['refunded_pledges_only_if_failed'],
      told: 'a surplus of 600 of unknown origin',
    },
    {
      what: 'a Pledge released one token more than is unlocked',
      options: { terms: succeeded, pledges: releasing(83_334n) },
      tamper: ({ node }) => {
        node.chain.blockTime = HALFWAY;
      },
      failed: ['tokens_released_within_unlocked'],
      told: 'expected <= 83333, found 83334',
    },
    {
      what: 'tokens are released while the launch is open',
      options: { pledges: releasing(1n) },
      failed: ['tokens_released_within_unlocked'],
      told: 'active: nothing is released before a launch has succeeded',
    },
    {
      what: 'the vault misses one token that is allocated and not released',
      options: { terms: succeeded, pledges: releasing(83_333n), vault: 916_665n },
      tamper: ({ node }) => {
        node.chain.blockTime = HALFWAY;
      },
      failed: ['vault_covers_unreleased_allocations'],
      told: 'expected >= 916666, found 916665',
    },
    {
      what: 'the vault of allocated tokens does not exist',
      options: { terms: succeeded, vault: null },
      failed: ['vault_covers_unreleased_allocations'],
      told: 'expected >= 999999, found no launch vault',
    },
    {
      what: 'it succeeded below the minimum',
      options: { terms: { status: STATUS.succeeded, minRaise: 601n } },
      failed: ['settlement_outcome_matches_minimum_raise'],
      told: 'total_pledged 600 < min_raise 601',
    },
    {
      what: 'it failed above the minimum',
      options: { terms: { status: STATUS.failed } },
      failed: ['settlement_outcome_matches_minimum_raise'],
      told: 'expected succeeded or finalized, found failed',
    },
    {
      what: 'the pledges claim more tokens than are allocated',
      options: { terms: { status: STATUS.succeeded, totalPledged: 500n } },
      failed: [
        'sum_of_pledges_equals_total_pledged',
        'allocations_within_token_allocation',
        'vault_covers_unreleased_allocations',
      ],
      told: 'token_allocation is exceeded by 200000',
    },
  ];

  test.each(cases)(
    '$what: the check fails and the exit code is 1',
    async ({ options, tamper, failed, told }) => {
      await using given = await stage(options);
      tamper?.(given);
      const run = await given.verify();
      expect(failedChecks(run)).toEqual(failed);
      expect(run.stdout).toContain(told);
      expect(run.stdout).toContain(`${failed.length} of 10 checks FAILED at slot 1000.`);
      expect(run.stderr).toBe('');
      expect(run.exit).toBe(1);
    },
  );

  test('every check has failed in one of these cases', () => {
    expect(new Set(cases.flatMap(({ failed }) => failed))).toEqual(new Set(NAMES));
  });
});
