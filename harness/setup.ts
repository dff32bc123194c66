import type { RuleFile } from '../schemas/harness/rules.ts';
import { readFees, type SourcedFees } from './data/inputs.ts';
import type { Series } from './data/series.ts';
import { type Parameters, REFERENCE } from './model/parameters.ts';
import { composite } from './strategy/composite/strategy.ts';
import { smaCrossover } from './strategy/sma.ts';
import type { Strategy } from './strategy/strategy.ts';

/** The inputs of a run. */
export interface Setup {
  readonly strategy: 'sma' | 'composite';
  readonly parameters: Parameters;
  readonly series: Series;
  readonly charged: SourcedFees;
  /** The rule tree of the composite strategy. */
  readonly rules: RuleFile | undefined;
}

export interface SetupInputs {
  readonly series: Series;
  /** By default the locked snapshot. */
  readonly charged?: SourcedFees | undefined;
  /** With a rule tree the strategy is `composite`, without one `sma`. */
  readonly rules?: RuleFile | undefined;
  /** By default those of the specification. */
  readonly parameters?: Parameters | undefined;
}

export function setupOf({ series, charged = readFees(), rules, parameters = REFERENCE }: SetupInputs): Setup {
  return { strategy: rules ? 'composite' : 'sma', parameters, series, charged, rules };
}

/** A new strategy for each run: strategies remember the bars that they saw. */
export function strategyOf({ parameters, rules }: Pick<Setup, 'parameters' | 'rules'>): Strategy {
  return rules ? composite(rules) : smaCrossover(parameters);
}
