import type { GatedTools } from '../../../core/rules/gates.ts';
import type { Tool } from '../catalogue/tool.ts';
import { CONTROL_TOOLS } from './control/all.ts';
import { declareJurisdiction } from './control/declare-jurisdiction.ts';
import { getSourceStatus } from './get-source-status.ts';
import { intentTools } from './intents/all.ts';
import { refundIloPledge } from './intents/refund-ilo-pledge.ts';
import { LAUNCH_READ_TOOLS, PROOF_READ_TOOLS, REWARD_READ_TOOLS } from './reads.ts';
import { getWalletPolicy } from './safety/get-wallet-policy.ts';
import { listOwnerRequests } from './safety/list-owner-requests.ts';
import { killWallet, pauseWallet } from './safety/stop.ts';
import { STRATEGY_TOOLS } from './strategies/all.ts';
import { TRADING_TOOLS } from './trading/all.ts';
import { EQUITY_TOOLS, PERPS_TOOLS, QUOTE_TOOLS, VENUE_TRADE_TOOLS } from './venues/all.ts';
import { WALLET_ADMIN_TOOLS } from './wallet-admin/all.ts';

/** Every tool, declared once, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [
  ...LAUNCH_READ_TOOLS,
  getSourceStatus,
  ...PROOF_READ_TOOLS,
  ...REWARD_READ_TOOLS,
  getWalletPolicy,
  listOwnerRequests,
  killWallet,
  pauseWallet,
  ...QUOTE_TOOLS,
  ...intentTools(() => ACTIONS),
  ...CONTROL_TOOLS,
  declareJurisdiction,
  ...TRADING_TOOLS,
  ...VENUE_TRADE_TOOLS,
  ...STRATEGY_TOOLS,
  ...PERPS_TOOLS,
  ...EQUITY_TOOLS,
  ...WALLET_ADMIN_TOOLS,
];

/** With what is proposed without a tool of its own. */
const ACTIONS: readonly Tool[] = [...TOOLS, refundIloPledge];

/** What the checks need to know of each. */
export const GATED_TOOLS: GatedTools = new Map(
  ACTIONS.map(({ name, scope, hold, market, stopsAgents }) => [
    name,
    { name, scope, hold, market, stopsAgents },
  ]),
);
