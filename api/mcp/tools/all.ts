import type { Tool } from '../catalogue/tool.ts';
import { getIloDetails } from './get-ilo-details.ts';
import { getPledgeDistribution } from './get-pledge-distribution.ts';
import { getRaiseCurve } from './get-raise-curve.ts';
import { getRewardsHistory } from './get-rewards-history.ts';
import { getRewardsSummary } from './get-rewards-summary.ts';
import { getSettlement } from './get-settlement.ts';
import { getSourceStatus } from './get-source-status.ts';
import { getWalletPosition } from './get-wallet-position.ts';
import { INTENT_TOOLS, QUOTE_TOOLS, SAFETY_TOOLS } from './later/base.ts';
import { MANAGE_TOOLS } from './later/manage.ts';
import { PERPS_TOOLS } from './later/perps.ts';
import { STRATEGY_TOOLS } from './later/strategy.ts';
import { EQUITY_TOOLS, TRADE_TOOLS } from './later/trade.ts';
import { WALLET_ADMIN_TOOLS } from './later/wallet-admin.ts';
import { listAudits } from './list-audits.ts';
import { listCoverage } from './list-coverage.ts';
import { listEscrowFlows } from './list-escrow-flows.ts';
import { listLaunchesTool } from './list-launches.ts';
import { listPledgesTool } from './list-pledges.ts';
import { verifyAccountTool } from './verify-account.ts';

/** Every tool, declared once, in the order in which tools/list shows them: those that work first. */
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
  ...SAFETY_TOOLS,
  ...QUOTE_TOOLS,
  ...INTENT_TOOLS,
  ...MANAGE_TOOLS,
  ...TRADE_TOOLS,
  ...STRATEGY_TOOLS,
  ...PERPS_TOOLS,
  ...EQUITY_TOOLS,
  ...WALLET_ADMIN_TOOLS,
];
