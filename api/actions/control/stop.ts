import type { ControlSetAnswer } from '../../../schemas/rest/wallet-control.ts';
import type { Actor, ControlContext } from './context.ts';
import { switchKind } from './kinds/settings.ts';
import { setControl, setStricter } from './set.ts';

/**
 * Pauses or kills a wallet. No rate refuses it, so calls that come at once share one transaction, and one that changes
 * nothing leaves no row. An agent cannot ask for less than holds; its owner can.
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
