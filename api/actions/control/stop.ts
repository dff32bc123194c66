import type { ControlSetAnswer } from '../../../schemas/rest/wallet-control.ts';
import type { Actor, ControlContext } from './context.ts';
import { switchKind } from './kinds/settings.ts';
import { setControl, setStricter } from './set.ts';

/**
 * Pauses or kills a wallet. It is never rate limited, so concurrent calls share one transaction, and one without effect
 * leaves no row. An agent cannot loosen the current state; its owner can.
 * @throws OWNER_SIGNATURE_REQUIRED, OWNER_REQUESTS_FULL
 */
export function stopAgents(
  context: ControlContext,
  actor: Actor,
  to: 'paused' | 'killed',
): Promise<ControlSetAnswer> {
  const [who, set] = actor.agent ? ['agent', setStricter] : ['owner', setControl];
  const setting = { kind: switchKind, payload: { switch: to } };
  return context.stops.run(`${actor.owner} ${to} ${who}`, () => set(context, actor, setting));
}
