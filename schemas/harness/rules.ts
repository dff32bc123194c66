import { z } from 'zod';

export const RULES_SCHEMA = 'launchlens.harness-rules.v1';
export const INDICATORS = [
  'close',
  'sma_fast',
  'sma_slow',
  'sma_slope',
  'adx',
  'atr',
  'atr_percentile',
  'volume',
  'volume_ratio',
] as const;
export const REGIMES = ['turbulent', 'thin', 'trending_up', 'trending_down', 'ranging'] as const;
export const COMPARISONS = ['>', '>=', '<', '<=', '=='] as const;

export type Indicator = (typeof INDICATORS)[number];
export type Regime = (typeof REGIMES)[number];
export type Operand = Indicator | number;

/** One condition. A condition over an indicator without a value is neither true nor false. */
export type Rule =
  | { readonly all: readonly Rule[] }
  | { readonly any: readonly Rule[] }
  | { readonly not: Rule }
  | { readonly compare: readonly [Operand, (typeof COMPARISONS)[number], Operand] }
  | { readonly crosses: readonly [Operand, 'above' | 'below', Operand] }
  | { readonly hysteresis: { readonly value: Indicator; readonly on: number; readonly off: number } }
  | { readonly regime: readonly Regime[] };

const operand = z.union([z.enum(INDICATORS), z.number()]);
const period = z.int().min(1).max(1000);
const children = z.lazy(() => z.array(rule).min(1).max(50));

const rule: z.ZodType<Rule> = z.union([
  z.strictObject({ all: children }),
  z.strictObject({ any: children }),
  z.strictObject({ not: z.lazy(() => rule) }),
  z.strictObject({ compare: z.tuple([operand, z.enum(COMPARISONS), operand]) }),
  z.strictObject({ crosses: z.tuple([operand, z.enum(['above', 'below']), operand]) }),
  z.strictObject({
    hysteresis: z.strictObject({ value: z.enum(INDICATORS), on: z.number(), off: z.number() }),
  }),
  z.strictObject({ regime: z.array(z.enum(REGIMES)).min(1) }),
]);

/** The file format of `--rules`, and what the report of a composite run embeds. */
export const ruleFile = z.strictObject({
  schema: z.literal(RULES_SCHEMA),
  indicators: z.strictObject({
    sma_fast: period,
    sma_slow: period,
    slope_bars: period.meta({
      description: 'sma_slope is the change of sma_slow a bar over so many, as a share.',
    }),
    adx: period,
    atr: period,
    atr_percentile: period.meta({ description: 'Among how many values of ATR the newest is ranked.' }),
    volume: period.meta({ description: 'volume_ratio is the volume against its average over so many bars.' }),
  }),
  regime: z.strictObject({
    turbulent_atr_percentile: z.number().min(0).max(1),
    thin_volume_ratio: z.number().min(0),
    trend_adx: z.number().min(0).max(100),
  }),
  enter: rule.meta({ description: 'Flat becomes long where it holds.' }),
  exit: rule.meta({ description: 'Long becomes flat where it holds.' }),
});

export type RuleFile = z.infer<typeof ruleFile>;
