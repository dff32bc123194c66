import { STRATEGY_KIND_NAMES } from '../../../../schemas/strategies/kinds.ts';
import type { Tool } from '../../catalogue/tool.ts';
import { createTool } from './create.ts';
import { LIFECYCLE_TOOLS, srConfigureStrategyTool } from './lifecycle.ts';
import { getStrategyTool, listStrategiesTool } from './read.ts';
import {
  approveSuggestionTool,
  listTemplateProposalsTool,
  proposeTemplateUpdateTool,
} from './suggestions.ts';

/** Strategies as stored and validated plans. */
export const STRATEGY_TOOLS: readonly Tool[] = [
  listStrategiesTool,
  getStrategyTool,
  ...STRATEGY_KIND_NAMES.map(createTool),
  ...LIFECYCLE_TOOLS,
  srConfigureStrategyTool,
  proposeTemplateUpdateTool,
  listTemplateProposalsTool,
  approveSuggestionTool,
];
