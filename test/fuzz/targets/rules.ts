import { parseRules } from '../../../harness/data/inputs.ts';
import type { Readings } from '../../../harness/strategy/composite/readings.ts';
import { compileRule } from '../../../harness/strategy/composite/strategy.ts';
import { COMPARISONS, INDICATORS, REGIMES, RULES_SCHEMA, type Rule } from '../../../schemas/harness/rules.ts';
import { mutatedJson } from '../support/mutate-json.ts';
import { type NaiveBar, naiveVerdicts } from '../support/naive-rules.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const BARS = 12;
const LEVELS = [-1, 0, 0.5, 1, 2, 20, 25];

/** Rule trees: what is taken decides as its words say, at every bar; what is not is refused in one line. */
export const rules: FuzzTarget = {
  name: 'rules',
  feeds: 'rule files of the composite strategy to their reader, and what it takes to the evaluator',
  share: 0.2,
  good: 'decided',
  start: () => ({
    feed: (random) => {
      const text = fileOf(random);
      const read = accepted(() => parseRules('rules.json', text), ['HARNESS_RULES_MALFORMED']);
      if ('refused' in read) return read.refused;
      const again = parseRules('rules.json', JSON.stringify(read.value));
      hold(JSON.stringify(again) === JSON.stringify(read.value), 'a report can embed it', () => text);
      const bars = Array.from({ length: BARS }, () => barOf(random));
      for (const rule of [read.value.enter, read.value.exit]) {
        const evaluate = compileRule(rule);
        const found = bars.map(({ readings, regime }) => evaluate(readings as Readings, regime));
        const expected = naiveVerdicts(rule, bars);
        hold(
          found.every((verdict, i) => verdict === expected[i]),
          'a rule decides as it says',
          () => ({ rule, bars, found, expected }),
        );
      }
      return 'decided';
    },
  }),
};

function barOf(random: Random): NaiveBar {
  const readings = INDICATORS.map((name) => [name, random.once(8) ? undefined : random.pick(LEVELS)]);
  return { readings: Object.fromEntries(readings), regime: random.once(6) ? null : random.pick(REGIMES) };
}

function fileOf(random: Random): string {
  const period = (): number => 1 + random.below(1_000);
  const periods = ['sma_fast', 'sma_slow', 'slope_bars', 'adx', 'atr', 'atr_percentile', 'volume'];
  const valid = {
    schema: RULES_SCHEMA,
    indicators: Object.fromEntries(periods.map((name) => [name, period()])),
    regime: { turbulent_atr_percentile: 0.95, thin_volume_ratio: 0.5, trend_adx: random.below(101) },
    enter: ruleOf(random, 5),
    exit: ruleOf(random, 5),
  };
  if (random.once(50)) return `${'['.repeat(random.below(100_000))}`;
  if (random.once(50)) {
    const depth = random.below(100);
    const enter = `${'{"not":'.repeat(depth)}${JSON.stringify(valid.enter)}${'}'.repeat(depth)}`;
    return JSON.stringify({ ...valid, enter: 0 }).replace('"enter":0', `"enter":${enter}`);
  }
  return random.once(2) ? JSON.stringify(valid) : mutatedJson(valid, random);
}

function ruleOf(random: Random, deepest: number): Rule {
  const operand = () => (random.once(2) ? random.pick(INDICATORS) : random.pick(LEVELS));
  const rules = (): Rule[] => Array.from({ length: 1 + random.below(3) }, () => ruleOf(random, deepest - 1));
  const leaves: readonly (() => Rule)[] = [
    () => ({ compare: [operand(), random.pick(COMPARISONS), operand()] }),
    () => ({ crosses: [operand(), random.pick(['above', 'below']), operand()] }),
    () => ({
      hysteresis: { value: random.pick(INDICATORS), on: random.pick(LEVELS), off: random.pick(LEVELS) },
    }),
    () => ({ regime: [random.pick(REGIMES), random.pick(REGIMES)] }),
  ];
  const branches: readonly (() => Rule)[] = [
    () => ({ all: rules() }),
    () => ({ any: rules() }),
    () => ({ not: ruleOf(random, deepest - 1) }),
  ];
  return random.pick(deepest > 0 ? [...leaves, ...branches] : leaves)();
}
