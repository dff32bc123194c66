import type { Clock } from '../../../core/kernel/clock.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Journal } from '../../state/desk/journal.ts';
import type { OwnerRecords, Writing } from '../../state/desk/owner-records.ts';
import type { Strategies } from '../../state/strategies/strategies.ts';
import type { Suggestions } from '../../state/strategies/suggestions.ts';
import type { WebhooksContext } from '../webhooks/context.ts';

/** The dependencies of owners' records. */
export interface DeskContext {
  readonly webhooks: WebhooksContext;
  readonly records: OwnerRecords;
  readonly journal: Journal;
  readonly strategies: Strategies;
  readonly suggestions: Suggestions;
  readonly clock: Clock;
}

/** The writer, its owner and the time. */
export function writingOf({ clock }: Pick<DeskContext, 'clock'>, caller: AgentPrincipal): Writing {
  return { owner: caller.owner, credentialId: caller.credentialId, now: clock.now() };
}
