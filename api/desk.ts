import type { Clock } from '../core/kernel/clock.ts';
import type { Oltp } from '../core/oltp/port.ts';
import type { DeskContext } from './actions/desk/records.ts';
import { isPublicAddress, resolveHost } from './actions/webhooks/destination.ts';
import { serverKey } from './state/server-keys.ts';
import type { State } from './state/state.ts';

const RULES = { resolve: resolveHost, allowed: isPublicAddress };

export async function openDesk(oltp: Oltp, state: State, clock: Clock): Promise<DeskContext> {
  const key = await serverKey(oltp, 'webhooks', clock.now());
  const { ownerRecords: records, journal, strategies, suggestions, webhooks } = state;
  const sending = { webhooks, key, rules: RULES, clock };
  return { webhooks: sending, records, journal, strategies, suggestions, clock };
}
