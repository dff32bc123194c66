import type { Indicator, Operand, Regime, Rule } from '../../../schemas/harness/rules.ts';

export interface NaiveBar {
  readonly readings: Readonly<Partial<Record<Indicator, number | undefined>>>;
  readonly regime: Regime | null;
}

type Verdict = boolean | undefined;

/** What a rule says at every bar by its documentation: each verdict worked out anew from all the bars up to it. */
export function naiveVerdicts(rule: Rule, bars: readonly NaiveBar[]): Verdict[] {
  return bars.map((_, i) => verdictAt(rule, bars.slice(0, i + 1)));
}

function verdictAt(rule: Rule, bars: readonly NaiveBar[]): Verdict {
  const newest = bars.at(-1);
  if ('all' in rule) return everyOf(rule.all.map((part) => verdictAt(part, bars)));
  if ('any' in rule) return inverted(everyOf(rule.any.map((part) => inverted(verdictAt(part, bars)))));
  if ('not' in rule) return inverted(verdictAt(rule.not, bars));
  if ('regime' in rule) return newest?.regime ? rule.regime.includes(newest.regime) : undefined;
  if ('hysteresis' in rule) return isOn(rule.hysteresis, bars);
  if ('crosses' in rule) {
    const [a, direction, b] = rule.crosses;
    const isBeyond = (bar: NaiveBar | undefined): Verdict =>
      compared(sideOf(a, bar), direction === 'above' ? '>' : '<', sideOf(b, bar));
    return everyKnown([isBeyond(newest), inverted(isBeyond(bars.at(-2)))]);
  }
  const [a, operator, b] = rule.compare;
  return compared(sideOf(a, newest), operator, sideOf(b, newest));
}

/** By three values: false where one part is, else unknown where one part is. */
function everyOf(parts: readonly Verdict[]): Verdict {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

const everyKnown = (parts: readonly Verdict[]): Verdict =>
  parts.includes(undefined) ? undefined : parts.every(Boolean);

const inverted = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict);

function sideOf(operand: Operand, bar: NaiveBar | undefined): number | undefined {
  if (bar === undefined) return undefined;
  return typeof operand === 'number' ? operand : bar.readings[operand];
}

function compared(a: number | undefined, operator: string, b: number | undefined): Verdict {
  if (a === undefined || b === undefined) return undefined;
  const isEqual = a === b;
  if (operator === '==') return isEqual;
  if (operator.endsWith('=') && isEqual) return true;
  return operator.startsWith('>') ? a > b : a < b;
}

/** On at the newest bar that has a value: some bar reached `on`, and none since then went behind `off`. */
function isOn(
  { value, on, off }: { readonly value: Indicator; readonly on: number; readonly off: number },
  bars: readonly NaiveBar[],
): Verdict {
  if (bars.at(-1)?.readings[value] === undefined) return undefined;
  const values = bars.map(({ readings }) => readings[value]).filter((each) => each !== undefined);
  const isUpward = on >= off;
  const reached = values.findLastIndex((each) => (isUpward ? each >= on : each <= on));
  if (reached < 0) return false;
  return values.slice(reached).every((each, i) => i === 0 || (isUpward ? each >= off : each <= off));
}
