import type { GatedTools } from '../../../core/rules/gates.ts';
import type { Tool } from '../catalogue/tool.ts';
import { BACKTEST_TOOLS } from './backtests.ts';
import { describeToolOf } from './describe-tool.ts';
import { declareJurisdiction, GUARDRAIL_TOOLS, SAFETY_TOOLS } from './guardrails.ts';
import { intentTools, refundIloPledge } from './intents.ts';
import { CONTROL_TOOLS } from './owner-records.ts';
import { GRANT_TOOLS } from './owner-requests.ts';
import { PROGRAM_TOOLS } from './programs.ts';
import { LAUNCH_READ_TOOLS, PROOF_READ_TOOLS, REWARD_READ_TOOLS } from './reads.ts';
import { fetch, search } from './search.ts';
import { startPairing } from './start-pairing.ts';
import { STRATEGY_TOOLS } from './strategies.ts';
import { TOKEN_TOOLS } from './tokens.ts';
import { TRADING_TOOLS } from './trading.ts';
import { lendWithdraw } from './venues/earn.ts';
import { ELSEWHERE_TOOLS } from './venues/elsewhere.ts';
import { LENDING_TOOLS } from './venues/lending.ts';
import { listVenueTool } from './venues/lists.ts';
import { PERPS_TOOLS } from './venues/perps.ts';
import { QUOTE_TOOLS } from './venues/quotes.ts';
import { STANDING_ORDERS } from './venues/standing-orders.ts';
import { SWAP_TOOLS, tradeEquity } from './venues/swaps.ts';
import { WALLET_READ_TOOLS } from './wallet-reads.ts';
import { WALLET_TOOLS } from './wallets.ts';

/** As the specification lists the tools of a scope. */
const byName = (tools: readonly Tool[]) => tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Every tool that needs no program, declared once, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [
  describeToolOf(() => [...TOOLS, ...PROGRAM_TOOLS]),
  startPairing,
  search,
  fetch,
  ...LAUNCH_READ_TOOLS,
  ...PROOF_READ_TOOLS,
  ...REWARD_READ_TOOLS,
  ...WALLET_READ_TOOLS,
  ...TOKEN_TOOLS,
  ...SAFETY_TOOLS,
  ...QUOTE_TOOLS,
  listVenueTool,
  ...intentTools(() => ACTIONS),
  ...CONTROL_TOOLS,
  declareJurisdiction,
  ...TRADING_TOOLS,
  ...byName([...ELSEWHERE_TOOLS, ...LENDING_TOOLS, ...SWAP_TOOLS]),
  ...STRATEGY_TOOLS,
  ...BACKTEST_TOOLS,
  ...PERPS_TOOLS,
  tradeEquity,
  ...byName([...GRANT_TOOLS, ...GUARDRAIL_TOOLS, ...WALLET_TOOLS]),
];

/** With what is proposed without a tool of its own. */
const ACTIONS: readonly Tool[] = [...TOOLS, refundIloPledge, ...STANDING_ORDERS, lendWithdraw];

/** What the checks need to know of each. */
export const GATED_TOOLS: GatedTools = new Map(
  [...ACTIONS, ...PROGRAM_TOOLS].map(({ name, scope, hold, market, stopsAgents }) => [
    name,
    { name, scope, hold, market, stopsAgents },
  ]),
);
