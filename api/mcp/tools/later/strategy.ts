import { EXECUTION } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

export const STRATEGY_TOOLS = laterTools({ scope: 'strategy', toolset: 'strategies', hints: EXECUTION }, [
  ['clone_strategy', 'Clone a strategy', 'Starts a copy of a published strategy under the owner.'],
  ['compose_strategy', 'Compose a strategy', 'Builds a strategy out of declared rules.'],
  [
    'intelligence_suggestion_approve',
    'Approve a suggestion',
    'Approves a suggestion, so that the strategy that it belongs to acts on it.',
  ],
  ['publish_strategy', 'Publish a strategy', 'Publishes a strategy for others to clone.'],
  [
    'strategy_arb_create',
    'Arbitrage strategy',
    'Creates a strategy that trades price differences of one asset.',
  ],
  ['strategy_basis_trade_create', 'Basis trade', 'Creates a strategy that holds spot against a derivative.'],
  ['strategy_cancel', 'Cancel a strategy', 'Ends a strategy for good.'],
  ['strategy_composite_create', 'Composite strategy', 'Creates a strategy that is made of several others.'],
  ['strategy_copy_wallet_create', 'Copy a wallet', 'Creates a strategy that follows the trades of a wallet.'],
  ['strategy_dca_create', 'Buy at intervals', 'Creates a strategy that buys equal amounts at intervals.'],
  [
    'strategy_equity_dca_create',
    'Buy equities at intervals',
    'Creates a strategy that buys tokenized equities at intervals.',
  ],
  ['strategy_hedge_create', 'Hedge', 'Creates a strategy that offsets the risk of a position.'],
  ['strategy_market_make_create', 'Market making', 'Creates a strategy that quotes both sides of a market.'],
  ['strategy_modify', 'Modify a strategy', 'Changes the parameters of a strategy that runs.'],
  ['strategy_momentum_create', 'Momentum', 'Creates a strategy that follows the direction of prices.'],
  ['strategy_pause', 'Pause a strategy', 'Pauses a strategy until strategy_resume.'],
  [
    'strategy_perp_grid_create',
    'Perpetual grid',
    'Creates a strategy that trades a grid of prices on a perpetual market.',
  ],
  ['strategy_protect_create', 'Protection', 'Creates a strategy that sells when a position loses too much.'],
  ['strategy_rebalance_create', 'Rebalancing', 'Creates a strategy that keeps a portfolio at set weights.'],
  ['strategy_resume', 'Resume a strategy', 'Lets a paused strategy go on.'],
  ['strategy_sentiment_create', 'Sentiment', 'Creates a strategy that acts on measured sentiment.'],
  ['strategy_snipe_create', 'Early entry', 'Creates a strategy that buys when a market opens.'],
  ['strategy_stoploss_create', 'Stop loss', 'Creates a strategy that sells below a set price.'],
  ['strategy_vault_create', 'Vault', 'Creates a strategy that manages the deposits of a vault.'],
  ['strategy_yield_farm_create', 'Yield', 'Creates a strategy that places tokens where they earn yield.'],
]);
