import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Looked, lookAt } from '../../../../api/actions/strategies/watch/look.ts';
import type { Market } from '../../../../api/actions/strategies/watch/market.ts';
import type { StepLease } from '../../../../api/state/strategies/leases.ts';
import type { StrategyStep } from '../../../../api/state/strategies/steps.ts';
import { parseDecimal } from '../../../../core/kernel/decimal.ts';
import type { IntentStatus } from '../../../../schemas/rest/intent-statuses.ts';
import { planWith } from '../../../../schemas/strategies/kinds.ts';
import type { WatchedKind } from '../../../../schemas/strategies/run.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

const [TOKEN, USD, OTHER] = [pubkeyOf('token'), pubkeyOf('dollars'), pubkeyOf('other token')];
const DECIMALS: Readonly<Record<string, number>> = { [TOKEN]: 9, [USD]: 6, [OTHER]: 0 };
const MINUTE = 60_000;
const START = Date.parse('2026-10-01T12:00:00Z');

/** One strategy that is looked at as time passes, on a market that a test sets. Prices are in `USD`. */
class Watched {
  now = START;
  readonly prices: Record<string, string> = { [TOKEN]: '100', [OTHER]: '10', [USD]: '1' };
  readonly balances: Record<string, bigint> = {};
  last: StrategyStep | undefined;
  #memory: StepLease['memory'];
  #step = 1;
  readonly #kind: WatchedKind;
  readonly #plan: StepLease['plan'];

  constructor(kind: WatchedKind, plan: StepLease['plan']) {
    this.#kind = kind;
    this.#plan = plan;
  }

  async look({
    price,
    after = 30_000,
    refused = false,
  }: {
    price?: string;
    after?: number;
    refused?: boolean;
  } = {}): Promise<Looked> {
    this.now += after;
    if (price !== undefined) this.prices[TOKEN] = price;
    const lease: StepLease = {
      ...{ strategyId: 's', kind: this.#kind, owner: pubkeyOf('owner'), credentialId: 'c', name: 'Mine' },
      ...{
        plan: this.#plan,
        version: 1,
        step: this.#step,
        dueAt: this.now,
        memory: this.#memory,
        seen: undefined,
      },
    };
    const looked = await lookAt({
      kind: this.#kind,
      lease,
      last: this.last,
      market: () => this.#market(),
      now: this.now,
    });
    if (looked.kind === 'completed') return looked;
    this.#memory = refused && looked.kind === 'acts' ? looked.before : looked.memory;
    if (looked.kind === 'acts') this.#taken(refused ? undefined : 'proposed');
    return looked;
  }

  /** Lets time pass after a step, and the price stand for a lookback of ten minutes. */
  async gather(...prices: readonly string[]): Promise<void> {
    this.now += 60 * MINUTE;
    for (let minute = 0; minute < 10; minute += 1) {
      const looked = await this.look({
        price: prices[Math.min(minute, prices.length - 1)] ?? '',
        after: MINUTE,
      });
      expect(sentenceOf(looked)).toMatch(/^Prices are being gathered until /);
    }
  }

  /** The owner, or time, decides on the last proposal. */
  decided(intentStatus: IntentStatus): void {
    if (this.last) this.last = { ...this.last, intentStatus };
  }

  #taken(intentStatus: IntentStatus | undefined): void {
    this.last = {
      ...{ step: this.#step, dueAt: this.now, at: this.now, seen: undefined, intentStatus },
      outcome: { kind: 'proposed', intentId: 'i' },
    };
    this.#step += 1;
  }

  #market(): Market {
    const dollars = (mint: string): bigint => parseDecimal(this.prices[mint] ?? '0', 18) ?? 0n;
    const unit = (mint: string): bigint => 10n ** BigInt(DECIMALS[mint] ?? 0);
    return {
      source: 'fake',
      decimals: async (mint) => DECIMALS[mint] ?? 0,
      balance: async (mint) => this.balances[mint] ?? 0n,
      quote: async (from, to, amount) => {
        const given = (amount * dollars(from) * unit(to)) / (unit(from) * dollars(to));
        const price = (given * unit(from) * 10n ** 18n) / (amount * unit(to));
        return { amount: given, minimum: (given * 99n) / 100n, price };
      },
    };
  }
}

const swapOf = (looked: Looked) => (looked.kind === 'acts' ? looked.swap : looked.kind);
const sentenceOf = (looked: Looked) => (looked.kind === 'completed' ? '' : looked.seen?.sentence);

describe('a stop loss', () => {
  const PLAN = {
    mint: TOKEN,
    receive_mint: USD,
    amount: '2000000000',
    stop_price: '90.5',
    limit_price: '80',
  };
  const SALE = { input_mint: TOKEN, output_mint: USD, amount: 2_000_000_000n, minimum_out: 160_000_000n };

  test('sells at its stop or below, never for less than its limit, and says what it saw', async () => {
    const watched = new Watched('stoploss', PLAN);
    const above = await watched.look({ price: '90.500001' });
    expect(above).toMatchObject({ kind: 'waits', next: watched.now + 30_000 });
    expect(sentenceOf(above)).toBe('The price of 90.500001 is above the stop of 90.5.');
    expect(swapOf(await watched.look({ price: '79.999999' }))).toBe('waits');

    const at = await watched.look({ price: '90.5' });
    expect(swapOf(at)).toEqual(SALE);
    expect(at).toMatchObject({
      seen: { at: '2026-10-01T12:01:30.000Z', price: '90.5', source: 'fake' },
    });
    expect(swapOf(await new Watched('stoploss', PLAN).look({ price: '80' }))).toEqual(SALE);
  });

  test('asks once at a time, again a while after an answer that is none, and is completed by a sale', async () => {
    const watched = new Watched('stoploss', PLAN);
    await watched.look({ price: '85' });
    for (const status of ['proposed', 'approved', 'submitted'] as const) {
      watched.decided(status);
      const looked = await watched.look({ after: 24 * 60 * MINUTE });
      expect([looked.kind, sentenceOf(looked)]).toEqual(['waits', undefined]);
    }
    for (const status of ['expired', 'rejected', 'failed'] as const) {
      const other = new Watched('stoploss', PLAN);
      await other.look({ price: '85' });
      other.decided(status);
      expect(swapOf(await other.look({ after: 15 * MINUTE - 1 }))).toBe('waits');
      expect(swapOf(await other.look({ after: 1 }))).toEqual(SALE);
    }
    watched.decided('confirmed');
    expect(await watched.look()).toEqual({ kind: 'completed' });
  });
});

describe('a protection', () => {
  const PLAN = { mint: TOKEN, receive_mint: USD, max_loss_bps: 1000, sell_share_bps: 5000 };

  test('sells its share of the balance once the price has fallen by the loss since it began', async () => {
    const watched = new Watched('protect', PLAN);
    expect(sentenceOf(await watched.look())).toBe('The wallet holds nothing to protect.');
    watched.balances[TOKEN] = 3_000_000_001n;
    expect(swapOf(await watched.look({ price: '100' }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '90.01' }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '90' }))).toEqual({
      ...{ input_mint: TOKEN, output_mint: USD, amount: 1_500_000_000n },
    });
  });
});

describe('momentum', () => {
  const PLAN = {
    mint: TOKEN,
    pay_mint: USD,
    lookback_seconds: 600,
    entry_bps: 500,
    exit_bps: 300,
    amount: '100000000',
  };
  const warm = async (): Promise<Watched> => {
    const watched = new Watched('momentum', PLAN);
    await watched.gather('100');
    return watched;
  };

  test('buys after a rise over the whole lookback, and sells what that gave after a fall', async () => {
    const watched = await warm();
    expect(swapOf(await watched.look({ price: '104.99', after: MINUTE }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '105.1', after: MINUTE }))).toEqual({
      ...{ input_mint: USD, output_mint: TOKEN, amount: 100_000_000n },
    });
    watched.decided('confirmed');
    // It holds what the quote promised at least, and buys no more.
    await watched.gather('110', '120');
    expect(swapOf(await watched.look({ price: '113.4', after: MINUTE }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '106.6', after: MINUTE }))).toEqual({
      ...{ input_mint: TOKEN, output_mint: USD, amount: 941_960_037n },
    });
    watched.decided('confirmed');
    await watched.gather('110', '120');
    expect(swapOf(await watched.look({ price: '127', after: MINUTE }))).toMatchObject({ input_mint: USD });
  });

  test('holds nothing of a purchase that was not made', async () => {
    const watched = await warm();
    expect(swapOf(await watched.look({ price: '106', after: MINUTE }))).toMatchObject({ input_mint: USD });
    watched.decided('rejected');
    await watched.gather('100');
    expect(swapOf(await watched.look({ price: '90', after: MINUTE }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '105', after: MINUTE }))).toMatchObject({ input_mint: USD });
  });

  test('keeps what it holds when a sale is refused', async () => {
    const watched = await warm();
    await watched.look({ price: '106', after: MINUTE });
    watched.decided('confirmed');
    for (const refused of [true, false]) {
      await watched.gather('100');
      const sale = await watched.look({ price: '90', after: MINUTE, refused });
      expect(swapOf(sale)).toMatchObject({ input_mint: TOKEN, amount: 933_962_263n });
    }
  });
});

describe('a rebalancing', () => {
  const weights = [
    { mint: USD, weight_bps: 5000 },
    { mint: TOKEN, weight_bps: 3000 },
    { mint: OTHER, weight_bps: 2000 },
  ];
  const PLAN = { weights, drift_bps: 500, interval_seconds: 3600 };

  test('moves value from the mint furthest above its weight to the one furthest below', async () => {
    const watched = new Watched('rebalance', PLAN);
    expect(sentenceOf(await watched.look())).toBe('The wallet holds none of the mints.');
    // 600 + 300 + 100 dollars: 10 percent too much of the first, 10 too little of the last.
    Object.assign(watched.balances, { [USD]: 600_000_000n, [TOKEN]: 3_000_000_000n, [OTHER]: 10n });
    const looked = await watched.look({ after: 60 * MINUTE });
    expect(swapOf(looked)).toEqual({ input_mint: USD, output_mint: OTHER, amount: 100_000_000n });
    expect(sentenceOf(looked)).toBe(
      'The largest distance from a weight is 1000 basis points, and the plan acts at 500.',
    );
  });

  test('waits below its drift, and looks again after its interval', async () => {
    const watched = new Watched('rebalance', PLAN);
    Object.assign(watched.balances, { [USD]: 540_000_000n, [TOKEN]: 3_000_000_000n, [OTHER]: 16n });
    expect(await watched.look()).toMatchObject({ kind: 'waits', next: watched.now + 60 * MINUTE });
  });
});

describe('composed rules', () => {
  const rule = { mint: TOKEN, share_bps: 5000 };
  const plan = (...rules: object[]) => ({
    quote_mint: USD,
    rules: rules.map((each) => ({ ...rule, ...each })),
  });
  const TAKE_PROFIT = { measure: 'price', is: 'above', value: '150', action: 'sell' };
  const BUY_DIP = { measure: 'price_change_bps', is: 'below', value: '1000', action: 'buy' };

  test('act by the first that applies, once until it no longer does', async () => {
    const watched = new Watched('composed', plan(TAKE_PROFIT, BUY_DIP));
    Object.assign(watched.balances, { [USD]: 400_000_000n, [TOKEN]: 2_000_000_000n });
    expect(sentenceOf(await watched.look())).toBe('No rule applies.');
    expect(swapOf(await watched.look({ price: '150' }))).toBe('waits');
    const first = await watched.look({ price: '150.5' });
    expect(swapOf(first)).toEqual({ input_mint: TOKEN, output_mint: USD, amount: 1_000_000_000n });
    expect(sentenceOf(first)).toBe('Rule 1 applies: the price of 150.5 is above 150.');
    watched.decided('expired');
    expect(swapOf(await watched.look({ price: '151', after: 20 * MINUTE }))).toBe('waits');
    // A fall is measured since the last step.
    expect(swapOf(await watched.look({ price: '135.46' }))).toBe('waits');
    const dip = await watched.look({ price: '135.4' });
    expect(swapOf(dip)).toEqual({ input_mint: USD, output_mint: TOKEN, amount: 200_000_000n });
    watched.decided('confirmed');
    expect(swapOf(await watched.look({ price: '152', after: 20 * MINUTE }))).toMatchObject({
      input_mint: TOKEN,
    });
  });

  test('hold where the first that applies says so, and say when there is nothing to act with', async () => {
    const held = new Watched(
      'composed',
      plan({ measure: 'balance', is: 'below', value: '2.5', action: 'hold' }, TAKE_PROFIT),
    );
    held.balances[TOKEN] = 2_499_999_999n;
    const looked = await held.look({ price: '200' });
    expect(swapOf(looked)).toBe('waits');
    expect(sentenceOf(looked)).toBe('Rule 1 applies: the balance of 2.499999999 is below 2.5.');
    held.balances[TOKEN] = 2_500_000_000n;
    expect(swapOf(await held.look())).toMatchObject({ amount: 1_250_000_000n });

    const empty = new Watched('composed', plan(TAKE_PROFIT));
    expect(sentenceOf(await empty.look({ price: '200' }))).toMatch(
      / The wallet holds nothing to sell with\.$/,
    );
    empty.balances[TOKEN] = 8n;
    expect(swapOf(await empty.look())).toMatchObject({ amount: 4n });
  });
});

describe('the example of docs/strategies.md', () => {
  const page = readFileSync(new URL('../../../../docs/strategies.md', import.meta.url), 'utf8');
  const MINTS = {
    So11111111111111111111111111111111111111112: TOKEN,
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: USD,
  };

  /** The example after a mark, as arguments that its tool takes, run with the mints of this test. */
  function example(mark: string): Watched {
    const [, text = ''] = page.split(`<!-- ${mark} -->`)[1]?.split(/```(?:json)?/) ?? [];
    const given = planWith('composed', { name: z.string() }).parse(JSON.parse(text));
    const named = Object.entries(MINTS).reduce(
      (plan, [real, mint]) => plan.replaceAll(real, mint),
      JSON.stringify(given),
    );
    const { name: _, ...plan } = JSON.parse(named);
    return Object.assign(new Watched('composed', plan), {
      balances: { [TOKEN]: 4_000_000_000n, [USD]: 1_000_000_000n },
    });
  }

  test('of taking profit sells half above its price, and half of the rest after another rise', async () => {
    const watched = example('take profit');
    const sale = (amount: bigint) => ({ input_mint: TOKEN, output_mint: USD, amount });
    expect(swapOf(await watched.look({ price: '180' }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '180.5' }))).toEqual(sale(2_000_000_000n));
    watched.decided('confirmed');
    watched.balances[TOKEN] = 2_000_000_000n;
    expect(swapOf(await watched.look({ price: '190', after: 60 * MINUTE }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '175' }))).toBe('waits');
    expect(swapOf(await watched.look({ price: '181' }))).toEqual(sale(1_000_000_000n));
  });

  test('of a grid buys below, sells above, and does nothing in between', async () => {
    const watched = example('grid');
    const acts = async (price: string) => swapOf(await watched.look({ price, after: 60 * MINUTE }));
    expect(await acts('140')).toBe('waits');
    expect(await acts('129')).toEqual({ input_mint: USD, output_mint: TOKEN, amount: 250_000_000n });
    watched.decided('confirmed');
    expect(await acts('128')).toBe('waits');
    expect(await acts('151')).toEqual({ input_mint: TOKEN, output_mint: USD, amount: 1_000_000_000n });
    watched.decided('confirmed');
    expect(await acts('140')).toBe('waits');
    expect(await acts('129')).toMatchObject({ input_mint: USD });
  });
});
