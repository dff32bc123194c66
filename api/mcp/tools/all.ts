import type { Tool } from '../catalogue/tool.ts';
import { getIloDetails } from './get-ilo-details.ts';
import { getSourceStatus } from './get-source-status.ts';
import { getWalletPosition } from './get-wallet-position.ts';
import { listLaunchesTool } from './list-launches.ts';
import { listPledgesTool } from './list-pledges.ts';
import { verifyAccountTool } from './verify-account.ts';

/** Every tool, in the order in which tools/list shows them. */
export const TOOLS: readonly Tool[] = [
  getIloDetails,
  listLaunchesTool,
  listPledgesTool,
  getWalletPosition,
  getSourceStatus,
  verifyAccountTool,
];
