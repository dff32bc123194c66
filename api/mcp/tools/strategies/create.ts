import { marketOfStrategy } from '../../../../core/rules/jurisdictions.ts';
import { named } from '../../../../schemas/mcp/desk/words.ts';
import { strategy } from '../../../../schemas/strategies/answers.ts';
import {
  planWith,
  RUN_KIND,
  STRATEGY_KINDS,
  type StrategyKind,
} from '../../../../schemas/strategies/kinds.ts';
import { createStrategy } from '../../../actions/strategies/manage.ts';
import { ADDITION, defineOwnerTool, type Tool } from '../../catalogue/tool.ts';
import { deskOf } from '../control/of-desk.ts';
import { strategyInWords } from './words.ts';

const NAME = named('What the owner calls it.');
const TITLES: Readonly<Record<StrategyKind, string>> = {
  ...{ arb: 'Arbitrage strategy', basis_trade: 'Basis trade', composite: 'Composite strategy' },
  ...{ copy_wallet: 'Copy a wallet', dca: 'Buy at intervals', equity_dca: 'Buy equities at intervals' },
  ...{ hedge: 'Hedge', market_make: 'Market making', momentum: 'Momentum', perp_grid: 'Perpetual grid' },
  ...{ protect: 'Protection', rebalance: 'Rebalancing', sentiment: 'Sentiment', snipe: 'Early entry' },
  ...{ stoploss: 'Stop loss', vault: 'Vault', yield_farm: 'Yield', composed: 'Compose a strategy' },
};

function executed(kind: StrategyKind): string {
  return kind === RUN_KIND
    ? 'While it is active, each step that comes due, the first at once, is proposed as an intent of jupiter_swap for the owner to sign, or refused with a code that get_strategy shows. It signs and moves nothing.'
    : 'Nothing here executes it by itself: an agent that acts on it proposes intents.';
}

/** What creates a strategy of one kind. */
export function createTool(kind: StrategyKind): Tool {
  const { does } = STRATEGY_KINDS[kind];
  const status = kind === 'composed' ? 'draft' : 'active';
  const begins = status === 'draft' ? 'as a draft, which strategy_resume makes active' : 'as active';
  return defineOwnerTool({
    name: kind === 'composed' ? 'compose_strategy' : `strategy_${kind}_create`,
    title: TITLES[kind],
    description: `Keeps a checked plan of a strategy that ${does}. It begins ${begins}. ${executed(kind)}`,
    scope: 'strategy',
    market: marketOfStrategy(kind),
    toolset: 'strategies',
    hints: ADDITION,
    failures: kind === 'composite' ? ['RECORDS_FULL', 'STRATEGY_UNKNOWN'] : ['RECORDS_FULL'],
    input: planWith(kind, { name: NAME }),
    output: strategy,
    answer: (context, input, caller) => {
      const { name, ...plan } = input as { readonly name: string };
      return createStrategy(deskOf(context), caller, { kind, name, plan, status });
    },
    inWords: strategyInWords,
  });
}
