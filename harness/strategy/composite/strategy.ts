import type { Position } from '../../../core/rules/paper/portfolio.ts';
import type { Regime, RuleFile } from '../../../schemas/harness/rules.ts';
import type { Strategy } from '../strategy.ts';
import { compileRule, type Verdict } from './evaluator.ts';
import { createReadings, regimeOf } from './readings.ts';

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
  };
}
