import type { Tool } from '../catalogue/tool.ts';
import { CONTROL_TOOLS } from './control/all.ts';
import { declareJurisdiction } from './control/declare-jurisdiction.ts';
import { getSourceStatus } from './get-source-status.ts';
import { intentTools } from './intents/all.ts';
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
  ...intentTools(() => TOOLS),
  ...CONTROL_TOOLS,
  declareJurisdiction,
  ...TRADING_TOOLS,
  ...VENUE_TRADE_TOOLS,
  ...STRATEGY_TOOLS,
  ...PERPS_TOOLS,
  ...EQUITY_TOOLS,
  ...WALLET_ADMIN_TOOLS,
];
