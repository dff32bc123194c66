import type { Tool } from '../../catalogue/tool.ts';
import { listAgentsTool, registerAgentTool, updateAgentProfileTool } from './agents.ts';
import { listLiquidationAlertsTool, setLiquidationAlertTool } from './alerts.ts';
import { getPortfolioCharterTool, setPortfolioCharterTool } from './charter.ts';
import { listRegistryInstallsTool, reportRegistryInstallTool } from './installs.ts';
import { journalAppendTool, listJournalTool } from './journal.ts';
import { deleteWebhookTool, listWebhooksTool, registerWebhookTool } from './webhooks.ts';

/** Owners' records and settings, none of which move anything. */
export const CONTROL_TOOLS: readonly Tool[] = [
  registerWebhookTool,
  deleteWebhookTool,
  listWebhooksTool,
  journalAppendTool,
  listJournalTool,
  setLiquidationAlertTool,
  listLiquidationAlertsTool,
  setPortfolioCharterTool,
  getPortfolioCharterTool,
  registerAgentTool,
  updateAgentProfileTool,
  listAgentsTool,
  reportRegistryInstallTool,
  listRegistryInstallsTool,
];
