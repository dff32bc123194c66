import type { Tool } from '../catalogue/tool.ts';
import { CONTROL_TOOLS } from './control/all.ts';
import { declareJurisdiction } from './control/declare-jurisdiction.ts';
import { getIloDetails } from './get-ilo-details.ts';
import { getPledgeDistribution } from './get-pledge-distribution.ts';
import { getRaiseCurve } from './get-raise-curve.ts';
import { getRewardsHistory } from './get-rewards-history.ts';
import { getRewardsSummary } from './get-rewards-summary.ts';
import { getSettlement } from './get-settlement.ts';
import { getSourceStatus } from './get-source-status.ts';
import { getWalletPosition } from './get-wallet-position.ts';
import { intentTools } from './intents/all.ts';
import { listAudits } from './list-audits.ts';
import { listCoverage } from './list-coverage.ts';
import { listEscrowFlows } from './list-escrow-flows.ts';
import { listLaunchesTool } from './list-launches.ts';
import { listPledgesTool } from './list-pledges.ts';
import { getWalletPolicy } from './safety/get-wallet-policy.ts';
import { listOwnerRequests } from './safety/list-owner-requests.ts';
import { killWallet, pauseWallet } from './safety/stop.ts';
import { STRATEGY_TOOLS } from './strategies/all.ts';
import { TRADING_TOOLS } from './trading/all.ts';
import { EQUITY_TOOLS, PERPS_TOOLS, QUOTE_TOOLS, VENUE_TRADE_TOOLS } from './venues/all.ts';
import { verifyAccountTool } from './verify-account.ts';
import { WALLET_ADMIN_TOOLS } from './wallet-admin/all.ts';

/** Every tool, declared once, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [
  getIloDetails,
  listLaunchesTool,
  listPledgesTool,
  getWalletPosition,
  getRaiseCurve,
  getPledgeDistribution,
  getSettlement,
  listEscrowFlows,
  getSourceStatus,
  listCoverage,
  listAudits,
  verifyAccountTool,
  getRewardsSummary,
  getRewardsHistory,
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
