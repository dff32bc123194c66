import type { Tool } from '../../catalogue/tool.ts';
import { createExecutionIntent } from './create-execution-intent.ts';
import { getIntentStatus } from './get-intent-status.ts';
import { listIntentsTool } from './list-intents.ts';

/** Proposing, and following what was proposed. @param actions what may be proposed, once it is declared */
export function intentTools(actions: () => readonly Tool[]): readonly Tool[] {
  return [createExecutionIntent(actions), getIntentStatus, listIntentsTool];
}
