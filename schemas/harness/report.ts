import { z } from 'zod';
import { ruleFile } from './rules.ts';

export const REPORT_SCHEMA = 'launchlens.harness-report.v1';
export const STATEMENT =
  'These are measured outcomes over one fixed window in paper mode. They are not returns, projections or expectations.';

/** Money always has six decimals and quantities nine; prices are as short as exactness allows. */
const money = z.string().regex(/^-?\d+\.\d{6}$/);
const quantity = z.string().regex(/^\d+\.\d{9}$/);
const price = z.string().regex(/^\d+(\.\d+)?$/);
const count = z.int().nonnegative();
const ts = z
  .int()
  .meta({ description: 'Unix seconds at which the bar opened; it is decided on at its close.' });
const position = z.enum(['long', 'flat']);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const reportStep = z.strictObject({
  i: count,
  ts,
  close: price,
  planned: position.meta({ description: 'What the strategy wanted.' }),
  executed: position.meta({ description: 'What was held after the guardrails were asked.' }),
  matched: z.boolean(),
  veto: z.enum(['cooldown', 'insufficient_cash']).nullable().meta({ description: 'The guardrail at work.' }),
  regime: z.string().nullable().optional().meta({ description: 'Of the composite strategy only.' }),
});

export const reportTrade = z.strictObject({
  i: count,
  ts,
  side: z.enum(['buy', 'sell']),
  price,
  quantity,
  notional: money.meta({ description: 'What the quantity was bought or sold for, before costs.' }),
  technology_fee: money,
  slippage: money,
  priority_fee: money,
  total_cost: money,
  cash_after: money,
});

export const reportPoint = z.strictObject({ i: count, ts, equity: money });

export const reportHead = z.strictObject({
  schema: z.literal(REPORT_SCHEMA),
  strategy: z.enum(['sma', 'composite']),
  parameters: z.strictObject({
    fast: count,
    slow: count,
    bar_seconds: count,
    cooldown_bars: count,
    starting_capital: money,
    quote: z.string(),
  }),
  data: z.strictObject({
    source: z.enum(['fixture', 'live']),
    origin: z.string(),
    sha256: digest.meta({ description: 'Of the bars that were run over, in their canonical CSV.' }),
    bars: count,
    first_ts: ts,
    last_ts: ts,
  }),
  fees: z.strictObject({
    source: z.enum(['locked', 'live']),
    technology_fee_bps: count,
    slippage_bps: count,
    priority_fee_quote: money,
  }),
  rules: ruleFile
    .optional()
    .meta({ description: 'Of the composite strategy only: the rule tree that was used.' }),
});

export const reportTail = z.strictObject({
  ending_equity: money,
  gross_ending_equity: money.meta({ description: 'The same executed positions with all costs zero.' }),
  total_costs: money,
  consistency: z.strictObject({ matched: count, total: count, score: z.number().min(0).max(1) }),
  statement: z.literal(STATEMENT),
});

/** What `launchlens harness --out` writes. */
export const harnessReport = z.strictObject({
  ...reportHead.shape,
  steps: z.array(reportStep),
  trades: z.array(reportTrade),
  equity_curve: z.array(reportPoint),
  ...reportTail.shape,
});

export type ReportStep = z.infer<typeof reportStep>;
export type ReportTrade = z.infer<typeof reportTrade>;
export type ReportPoint = z.infer<typeof reportPoint>;
export type ReportHead = z.infer<typeof reportHead>;
export type ReportTail = z.infer<typeof reportTail>;
export type HarnessReport = z.infer<typeof harnessReport>;
