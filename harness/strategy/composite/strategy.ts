import type { Position } from '../../../core/rules/paper/portfolio.ts';
import type { Operand, Regime, Rule, RuleFile } from '../../../schemas/harness/rules.ts';
import type { Strategy } from '../strategy.ts';
import { createReadings, type Readings, regimeOf } from './readings.ts';

/** True, false, or undefined while an indicator that it needs has no value. */
export type Verdict = boolean | undefined;

/** One rule, evaluated at every bar in order: crossings and hysteresis remember the previous bar. */
type Evaluator = (readings: Readings, regime: Regime | null) => Verdict;

export function compileRule(rule: Rule): Evaluator {
  if ('all' in rule) return together(rule.all, false);
  if ('any' in rule) return together(rule.any, true);
  if ('not' in rule) return negation(rule.not);
  if ('compare' in rule) return comparison(rule.compare);
  if ('crosses' in rule) return crossing(rule.crosses);
  if ('hysteresis' in rule) return hysteresis(rule.hysteresis);
  const wanted = new Set<string>(rule.regime);
  return (_, regime) => (regime === null ? undefined : wanted.has(regime));
}

/** Every part is evaluated at every bar, even if one decides the result, so that none misses a bar. */
function together(rules: readonly Rule[], decisive: boolean): Evaluator {
  const parts = rules.map(compileRule);
  return (readings, regime) => {
    let verdict: Verdict = !decisive;
    for (const part of parts) {
      const found = part(readings, regime);
      if (found === decisive) verdict = decisive;
      else if (found === undefined && verdict !== decisive) verdict = undefined;
    }
    return verdict;
  };
}

function negation(rule: Rule): Evaluator {
  const part = compileRule(rule);
  return (readings, regime) => {
    const found = part(readings, regime);
    return found === undefined ? undefined : !found;
  };
}

const HOLDS = {
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '==': (a: number, b: number) => a === b,
} as const;

function comparison([left, operator, right]: readonly [Operand, keyof typeof HOLDS, Operand]): Evaluator {
  const [a, b, holds] = [readerOf(left), readerOf(right), HOLDS[operator]];
  return (readings) => {
    const [x, y] = [a(readings), b(readings)];
    return x === undefined || y === undefined ? undefined : holds(x, y);
  };
}

/** True only at the bar at which the left side crosses the right one. */
function crossing([left, direction, right]: readonly [Operand, 'above' | 'below', Operand]): Evaluator {
  const [a, b] =
    direction === 'above' ? [readerOf(left), readerOf(right)] : [readerOf(right), readerOf(left)];
  let wasBeyond: Verdict;
  return (readings) => {
    const [x, y] = [a(readings), b(readings)];
    const isBeyond = x === undefined || y === undefined ? undefined : x > y;
    const crossed = isBeyond === undefined || wasBeyond === undefined ? undefined : isBeyond && !wasBeyond;
    wasBeyond = isBeyond;
    return crossed;
  };
}

/** On once the value has reached `on`, until it has passed `off`; downward if `on` is below `off`. */
function hysteresis({ value, on, off }: Extract<Rule, { hysteresis: unknown }>['hysteresis']): Evaluator {
  const read = readerOf(value);
  const sign = on >= off ? 1 : -1;
  let isOn = false;
  return (readings) => {
    const found = read(readings);
    if (found === undefined) return undefined;
    isOn = isOn ? found * sign >= off * sign : found * sign >= on * sign;
    return isOn;
  };
}

function readerOf(operand: Operand): (readings: Readings) => number | undefined {
  return typeof operand === 'number' ? () => operand : (readings) => readings[operand];
}

export interface CompositeReading {
  readonly regime: Regime | null;
  readonly enter: Verdict;
  readonly exit: Verdict;
}

/** Rules by market regime: flat becomes long when `enter` is true, long becomes flat when `exit` is. */
export function composite(rules: RuleFile): Strategy<CompositeReading> {
  const read = createReadings(rules);
  const enters = compileRule(rules.enter);
  const exits = compileRule(rules.exit);
  let wanted: Position = 'flat';
  return {
    name: 'composite',
    lookback: 0,
    assess: (view) => {
      const readings = read(view.at(view.end));
      const regime = regimeOf(readings, rules.regime);
      return { regime, enter: enters(readings, regime), exit: exits(readings, regime) };
    },
    plan: ({ enter, exit }) => {
      if (wanted === 'flat' ? enter === true : exit === true) wanted = wanted === 'flat' ? 'long' : 'flat';
      return wanted;
    },
    regime: ({ regime }) => regime,
    describe: ({ regime, enter, exit }) =>
      regime === null ? 'too few bars' : `enter ${enter ?? 'unknown'}, exit ${exit ?? 'unknown'}`,
  };
}
