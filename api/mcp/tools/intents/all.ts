import type { Tool } from '../../catalogue/tool.ts';
import { createExecutionIntent } from './create-execution-intent.ts';
import { getIntentStatus } from './get-intent-status.ts';
import { listIntentsTool } from './list-intents.ts';

/** Proposing, and following proposals. @param tools every tool, once they are all declared */
export function intentTools(tools: () => readonly Tool[]): readonly Tool[] {
  return [createExecutionIntent(tools), getIntentStatus, listIntentsTool];
}
