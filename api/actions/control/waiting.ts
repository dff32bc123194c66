import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { MOST_WAITING, type WaitingAnswer } from '../../../schemas/rest/waiting.ts';
import type { Intents } from '../../state/intents/intents.ts';
import type { ControlContext } from './context.ts';

interface Listing extends Pick<ControlContext, 'requests' | 'clock'> {
  readonly intents: Pick<Intents, 'open'>;
}

/** What waits for the decision of an owner. */
export async function listWaiting(
  { intents, requests, clock }: Listing,
  owner: Pubkey,
): Promise<WaitingAnswer> {
  const [open, pending] = await Promise.all([
    intents.open(owner, MOST_WAITING),
    requests.open(owner, clock.now(), MOST_WAITING),
  ]);
  return { intents: open, requests: pending };
}
