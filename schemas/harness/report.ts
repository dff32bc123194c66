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

/** What each stage of a step did, in words. */
const reportJournal = z.strictObject({
  observe: z.string(),
  assess: z.string(),
  plan: z.string(),
  simulate: z.string(),
  execute: z.string(),
  verify: z.string(),
});

const reportStep = z.strictObject({
  i: count,
  ts,
  close: price,
  planned: position.meta({ description: 'What the strategy wanted.' }),
  executed: position.meta({ description: 'What was held after the guardrails were asked.' }),
  matched: z.boolean(),
  veto: z.enum(['cooldown', 'insufficient_cash']).nullable().meta({ description: 'The guardrail at work.' }),
  regime: z.string().nullable().optional().meta({ description: 'Of the composite strategy only.' }),
  journal: reportJournal.optional().meta({ description: 'The stages of the step; earlier reports lack it.' }),
});

const reportTrade = z.strictObject({
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

const reportPoint = z.strictObject({ i: count, ts, equity: money });

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
    source: z.enum(['fixture', 'live', 'given']),
    origin: z.string(),
    sha256: digest.meta({ description: 'Of the bars that were run over, in their canonical CSV.' }),
    bars: count,
    first_ts: ts,
    last_ts: ts,
    filled_hours: count
      .optional()
      .meta({ description: 'Hours without a bar, filled with the last close and a volume of 0.' }),
    starts_late_hours: count
      .optional()
      .meta({ description: 'Hours of the requested window before the first bar.' }),
    ends_early_hours: count
      .optional()
      .meta({ description: 'Hours of the requested window after the last bar.' }),
  }),
  fees: z.strictObject({
    source: z.enum(['locked', 'live']),
    technology_fee_bps: count,
    slippage_bps: count,
    priority_fee_quote: money,
    origin: z.string().optional().meta({ description: 'Where live fees were read.' }),
    changed_at: z.iso.datetime().optional().meta({ description: 'When live fees were last changed.' }),
  }),
  rules: ruleFile
    .optional()
    .meta({ description: 'Of the composite strategy only: the rule tree that was used.' }),
});

const hold = { ending_equity: money, total_costs: money };

/** An independent run over a part of the bars, and the baseline over the same part. */
const reportWindow = z.strictObject({
  first_ts: ts,
  last_ts: ts,
  bars: count,
  ending_equity: money,
  baseline_ending_equity: money,
});

export const reportTail = z.strictObject({
  ending_equity: money,
  gross_ending_equity: money.meta({ description: 'The same executed positions with all costs zero.' }),
  total_costs: money,
  consistency: z.strictObject({ matched: count, total: count, score: z.number().min(0).max(1) }),
  baseline: z
    .strictObject(hold)
    .optional()
    .meta({ description: 'Buy at the first close with the same costs, and hold.' }),
  windows: z
    .array(reportWindow)
    .optional()
    .meta({ description: 'Each quarter of the bars as a run of its own; empty if too short.' }),
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

export type ReportJournal = z.infer<typeof reportJournal>;
export type ReportWindow = z.infer<typeof reportWindow>;
export type ReportStep = z.infer<typeof reportStep>;
export type ReportTrade = z.infer<typeof reportTrade>;
export type ReportPoint = z.infer<typeof reportPoint>;
export type ReportHead = z.infer<typeof reportHead>;
export type ReportTail = z.infer<typeof reportTail>;
export type HarnessReport = z.infer<typeof harnessReport>;
