import { z } from 'zod';
import { reportHead, reportTail } from '../harness/report.ts';
import { small } from '../reads/argument.ts';
import { dateTime } from '../rest/scalars.ts';
import { flag, idOf, mint, oneOf, pageSize, textOf } from './arguments.ts';

/** Runs of the reference harness as tools. */

const time = (description: string) =>
  textOf('an ISO 8601 UTC timestamp such as 2025-02-01T00:00:00Z', /^\d{4}-\d\d-\d\d[\dT:.Z+]{0,20}$/).meta({
    description,
  });
/** Larger texts are refused before, because they would be searched for secrets. */
const LONGEST_CSV = 120_000;
const csvError = `hourly bars as CSV of at most ${LONGEST_CSV} characters`;

export const backtestTerms = z.strictObject({
  strategy: oneOf(['sma', 'composite'], 'Crossover of two averages, or rules by market regime.').default(
    'sma',
  ),
  rules: z
    .looseObject({}, { error: 'a rule tree' })
    .optional()
    .meta({ description: 'Rule tree of `composite`; by default the reference.' }),
  csv: z
    .string({ error: csvError })
    .max(LONGEST_CSV, { error: csvError })
    .optional()
    .meta({ description: 'Hourly bars: ts,open,high,low,close,volume.' }),
  token: mint.optional().meta({ description: 'Mint to read past bars of; needs both times.' }),
  repeat: idOf('a backtest with the bars').optional(),
  window_start: time('ISO 8601 UTC.').optional(),
  window_end: time('ISO 8601 UTC.').optional(),
  live_fees: flag("The operator's current fees.").default(false),
});
export type BacktestTerms = z.output<typeof backtestTerms>;

/** A report without its lists. */
export const backtestFigures = z.strictObject({
  ...reportHead.omit({ rules: true }).shape,
  trades: z.int(),
  ...reportTail.shape,
});
export type BacktestFigures = z.output<typeof backtestFigures>;

const backtest = z.strictObject({
  backtest_id: z.string(),
  created_at: dateTime,
  expires_at: dateTime,
  report_sha256: z.string().meta({ description: 'Of the whole report, as the command writes it.' }),
  ...backtestFigures.shape,
});
export type Backtest = z.output<typeof backtest>;

export const backtestRun = z.strictObject({ backtest });

const BACKTEST_PARTS = ['steps', 'trades', 'equity_curve', 'bars'] as const;

export const backtestQuestion = z.strictObject({
  backtest_id: idOf('a backtest'),
  part: oneOf(BACKTEST_PARTS, 'Of the report, or its bars as CSV.').optional(),
  offset: small(0, 1_000_000).default(0).meta({ description: 'First row of the part.' }),
  limit: small(1, 500).default(100).meta({ description: 'Largest number of rows.' }),
});

export const backtestAnswer = z.strictObject({
  backtest,
  rows: z.array(z.unknown()).meta({ description: 'Of the part; empty without one.' }),
  next_offset: z.int().nullable(),
});

export const backtestsQuestion = z.strictObject({ limit: pageSize });

export const backtestList = z.strictObject({ results: z.array(backtest), has_more: z.boolean() });
