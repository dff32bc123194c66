import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walletActivity } from '../../../api/actions/tokens/activity.ts';
import type { TokensContext } from '../../../api/actions/tokens/context.ts';
import { walletProfit } from '../../../api/actions/tokens/profit.ts';
import type { WalletChain, WalletTransaction } from '../../../api/read/chain/wallets.ts';
import type { Intents } from '../../../api/state/intents/intents.ts';
import { fixedBase58 } from '../../../core/kernel/base58.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { activityAnswer, profitAnswer } from '../../../schemas/mcp/wallet-history.ts';
import { absent } from '../../support/absent.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const ALICE = pubkeyOf('alice');
const [LAUNCH_MINT, PLEDGE_MINT] = [pubkeyOf('launch mint'), pubkeyOf('pledge mint')];
const signatureOf = (name: string) => {
  const half = pubkeyBytes(pubkeyOf(name));
  return fixedBase58(64)(Buffer.concat([half, half]));
};
const [PLEDGING, LATER, EARLY] = ['pledging', 'later', 'early'].map(signatureOf);

describe('what a wallet did, and what came of it', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let history: WalletTransaction[];
  let changes: ReadonlyMap<string, ReadonlyMap<Pubkey, bigint>>;
  let prices: Readonly<Record<string, string>> | undefined;
  const chain: WalletChain = {
    ...{ tokens: absent('tokens'), accounts: absent('accounts') },
    history: async (_wallet, { limit, before }) => {
      const from = before === undefined ? 0 : history.findIndex(({ signature }) => signature === before) + 1;
      return history.slice(from, from + limit);
    },
    change: async (_wallet, signature) => {
      const found = changes.get(signature);
      return found && { slot: 10n, changes: found };
    },
  };
  const tokens = (): TokensContext => ({
    ...{ chain, commitment: 'confirmed', known: [], clock: manualClock(60_000) },
    market: prices && {
      ...{ source: 'prices.test', candles: absent('candles'), search: absent('search') },
      prices: async (mints) =>
        new Map(
          mints.flatMap((mint) => (prices?.[mint] ? [[mint, { usd: prices[mint], at: 0 }] as const] : [])),
        ),
    },
  });

  beforeEach(async () => {
    history = [];
    changes = new Map();
    prices = undefined;
    under.index
      .coverage('streamed', 1n, 20n)
      .flowCoverage(6n, 20n)
      .launch({
        launchId: 7n,
        slot: 1n,
        status: 2,
        totalPledged: 40n,
        pledgerCount: 2,
        tokenAllocation: 4_000n,
      })
      .pledge({ launchId: 7n, pledger: 'alice', slot: 1n, amount: 30n, tokensReleased: 600n })
      .launch({ launchId: 8n, slot: 1n, status: 3 })
      .pledge({ launchId: 8n, pledger: 'alice', slot: 1n, amount: 5n, refunded: true })
      .launch({ launchId: 9n, slot: 1n, status: 1 })
      .pledge({ launchId: 9n, pledger: 'alice', slot: 1n, amount: 2n })
      .flow({ launchId: 7n, slot: 6n, wallet: 'alice', amount: 30n, transaction: 'pledging' })
      .flow({ launchId: 7n, slot: 6n, wallet: 'bob', amount: 10n, transaction: 'others' });
    await under.index.checkpoint({ slot: 12n, chainSlot: 12n });
    api = openApi(under.olap);
    await api.followed.reaches(12n);
  });
  afterEach(() => api.stop());

  test('transactions come with what moved in or out of escrows, and pages follow each other', async () => {
    const transaction = (signature = '', slot: bigint, more: Partial<WalletTransaction> = {}) => ({
      ...{ signature, slot, time: 60n, failed: false, memo: undefined, ...more },
    });
    history = [
      transaction(LATER, 13n, { failed: true, memo: 'rent' }),
      transaction(PLEDGING, 6n),
      transaction(EARLY, 5n, { time: undefined, memo: 'a\u202eb' }),
    ];
    const ask = async (cursor?: string) =>
      activityAnswer.parse(
        await walletActivity(tokens(), api.context, { owner: ALICE, wallet: undefined, limit: 2, cursor }),
      );

    const first = await ask();
    expect(first).toMatchObject({ wallet: ALICE, source: { last_indexed_slot: 12 }, next_cursor: PLEDGING });
    expect(first.results).toEqual([
      // The index is not there yet.
      { signature: LATER, slot: 13, time: '1970-01-01T00:01:00Z', failed: true, memo: 'rent', escrow: null },
      {
        ...{ signature: PLEDGING, slot: 6, time: '1970-01-01T00:01:00Z', failed: false, memo: null },
        escrow: [{ launch_id: '7', direction: 'in', kind: 'pledge', mint: PLEDGE_MINT, amount: '30' }],
      },
    ]);
    const second = await ask(PLEDGING);
    // Before the slot from which on movements are known.
    expect(second.results).toMatchObject([{ signature: EARLY, time: null, memo: null, escrow: null }]);
    expect(second.next_cursor).toBeNull();
  });

  const profit = async (executed: readonly object[] = []) => {
    const intents = { list: async () => executed } as unknown as Intents;
    const context = { tokens: tokens(), mirror: api.context, intents };
    const input = { owner: ALICE, wallet: undefined, limit: 10, cursor: undefined };
    const answer = profitAnswer.parse(await walletProfit(context, input));
    return { answer, of: (id: string) => answer.results.find(({ launch_id }) => launch_id === id) };
  };

  test('without prices, profit names what is missing and invents nothing', async () => {
    const { answer, of } = await profit();

    expect(of('7')).toMatchObject({
      ...{ pledged: '30', allocated: '3000', claimed: '600', sold: '0', realised: '0' },
      ...{ value_usd: null, cost_usd: null, unrealised_usd: null },
      missing: [expect.stringContaining('a price of'), 'a price of USDC'],
    });
    expect(of('8')).toMatchObject({
      refunded: true,
      allocated: null,
      realised: null,
      missing: [expect.stringContaining('failed')],
    });
    expect(of('9')).toMatchObject({ refunded: null, missing: ['the launch has not settled'] });
    expect(answer.prices.missing).toContain('MARKET_DATA_API_KEY');
  });

  test('with prices, what is unsold is worth something, and its cost is taken at the price of today', async () => {
    under.index.mint('launch mint', 2, 13n).mint('pledge mint', 0, 13n);
    await under.index.checkpoint({ slot: 13n, chainSlot: 13n });
    await api.followed.reaches(13n);
    prices = { [LAUNCH_MINT]: '1.5', [PLEDGE_MINT]: '0.5' };

    const { answer, of } = await profit();
    // 30 whole launch tokens of 45 dollars for 30 pledge tokens of 15.
    expect(of('7')).toMatchObject({ value_usd: '45', cost_usd: '15', unrealised_usd: '30', missing: [] });
    expect(answer.prices).toEqual({ source: 'prices.test', missing: null });
  });

  test('an executed sale is realised by what its transaction changed', async () => {
    changes = new Map([
      [
        PLEDGING ?? '',
        new Map([
          [LAUNCH_MINT, -1_000n],
          [PLEDGE_MINT, 25n],
        ]),
      ],
      // Tokens that were sent away brought nothing.
      [EARLY ?? '', new Map([[LAUNCH_MINT, -7n]])],
    ]);

    const { answer, of } = await profit([
      { id: 'an intent', action: 'jupiter_swap', signature: PLEDGING },
      { id: 'a transfer', action: 'send_token_social', signature: EARLY },
      { id: 'unknown to the node', action: 'jupiter_swap', signature: LATER },
      { id: 'without a transaction', action: 'jupiter_swap', signature: undefined },
    ]);

    expect(of('7')).toMatchObject({ sold: '1000', proceeds: '25', realised: '15' });
    expect(answer.executed).toEqual([
      {
        ...{ intent_id: 'an intent', action: 'jupiter_swap', signature: PLEDGING, slot: 10 },
        changes: [
          { mint: LAUNCH_MINT, amount: '-1000' },
          { mint: PLEDGE_MINT, amount: '25' },
        ],
      },
      expect.objectContaining({ intent_id: 'a transfer', changes: [{ mint: LAUNCH_MINT, amount: '-7' }] }),
    ]);
  });

  test('of another wallet no intent counts', async () => {
    const intents = { list: absent('intents') } as unknown as Intents;
    const context = { tokens: tokens(), mirror: api.context, intents };
    const input = { owner: pubkeyOf('bob'), wallet: ALICE, limit: 1, cursor: undefined };
    const first = await walletProfit(context, input);

    expect(first).toMatchObject({ executed: [], results: [{ launch_id: '9' }] });
    const next = await walletProfit(context, { ...input, cursor: first.next_cursor ?? '' });
    expect(next.results).toMatchObject([{ launch_id: '8' }]);
  });
});
