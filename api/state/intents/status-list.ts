import { openTo } from '../../../core/rules/intents.ts';
import type { IntentStatus } from '../../../schemas/rest/intent-statuses.ts';

/** Statuses of intents as an SQL list. */
export function statusList(statuses: readonly IntentStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

/** Those that wait for the owner to sign. */
export const WAITING = statusList(openTo('submit'));
