import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import { labelsRepoint, labelsThatMeet } from '../../../core/rules/counterparty-labels.ts';
import { modeWidens } from '../../../core/rules/permission-mode.ts';
import { declarationWidens, type MarketLists } from '../../../core/rules/restricted-markets.ts';
import { limitsWiden } from '../../../core/rules/spending-limits.ts';
import { type PolicyTerms, policyWidens } from '../../../core/rules/wallet-policy.ts';
import { switchWidens } from '../../../core/rules/wallet-switch.ts';
import type { ControlSetAnswer } from '../../../schemas/rest/wallet-control.ts';
import { earlierLabels, recordChange } from '../../state/control/changes.ts';
import type { GrantKind } from '../../state/control/grants.ts';
import { supersedeRequests } from '../../state/control/owner-requests.ts';
import { saveControl, type WalletControl } from '../../state/control/wallet-control.ts';
import { requireActorAllowed } from '../admission/checks.ts';
import { requestAnswer, walletControl } from './answers.ts';
import { askOwner } from './ask.ts';
import type { Actor, ControlContext } from './context.ts';
import { rollbackGrant } from './kinds/grants.ts';
import type { SettingKind } from './kinds/kind.ts';
import { switchKind } from './kinds/settings.ts';

export interface Setting<Payload> {
  readonly kind: SettingKind<Payload>;
  readonly payload: NoInfer<Payload>;
}

/**
 * Sets a part of the owner's control: immediately if agents gain nothing by it, otherwise as a request to the owner.
 * @throws WALLET_KILLED, OWNER_REQUESTS_FULL, SECRET_REFUSED
 */
export async function setControl<Payload>(
  context: ControlContext,
  actor: Actor,
  setting: Setting<Payload>,
  ask: typeof askOwner<Payload> = askOwner,
): Promise<ControlSetAnswer> {
  const held = await tighten(context, actor, setting);
  const request = held ? null : requestAnswer(await ask(context, actor, setting));
  const control = await walletControl(context, actor.owner, held);
  return { status: held ? 'applied' : 'waits_for_owner', control, request };
}

/** The same, but refused if it needs the owner. @throws OWNER_SIGNATURE_REQUIRED */
export const setStricter: typeof setControl = (context, actor, setting) =>
  setControl(context, actor, setting, async () => {
    throw new LaunchlensError('OWNER_SIGNATURE_REQUIRED', { what: setting.kind.title });
  });

/** Ends a grant immediately, because this is stricter. @throws GRANT_UNKNOWN, WALLET_KILLED */
export async function endOwnerGrant(
  context: ControlContext,
  actor: Actor,
  { kind, subject }: { readonly kind: GrantKind; readonly subject: string },
): Promise<void> {
  const { controls, clock } = context;
  const at = clock.now();
  await controls.holding(actor.owner, at, async (held, queries) => {
    requireActorAllowed(context, held, actor);
    if (!(await rollbackGrant(queries, { owner: actor.owner, kind, subject }, at))) {
      throw new LaunchlensError('GRANT_UNKNOWN', { kind, subject });
    }
    await note(queries, actor, { kind: `${kind}_ended`, detail: { subject }, at });
  });
}

/** The resulting settings; undefined, with nothing changed, if agents would gain anything. */
async function tighten<Payload>(
  context: ControlContext,
  actor: Actor,
  { kind, payload }: Setting<Payload>,
): Promise<WalletControl | undefined> {
  refuseSecrets(payload, { hexKeys: true });
  const { controls, markets, clock } = context;
  const at = clock.now();
  return controls.holding(actor.owner, at, async (held, queries) => {
    requireActorAllowed(context, held, actor);
    kind.requireKnown?.(held, payload, context);
    if (kind.holdsAlready?.(held, payload)) {
      await supersedeRequests(queries, { owner: actor.owner, kind: kind.name }, at);
      return held;
    }
    const next = { ...kind.next(held, payload), updatedAt: at };
    if (controlWidens(held, next, markets)) return undefined;
    if (await repointsLabels(queries, actor.owner, { held, next })) return undefined;
    await saveControl(queries, actor.owner, next, at);
    await supersedeRequests(queries, { owner: actor.owner, kind: kind.name }, at);
    await note(queries, actor, { kind: kind.name, detail: payload, at });
    return next;
  });
}

/** A label that was ever used for another wallet: removing it and adding it again does not avoid this. */
async function repointsLabels(
  queries: Queries,
  owner: Pubkey,
  { held, next }: { readonly held: WalletControl; readonly next: WalletControl },
): Promise<boolean> {
  const labels = labelsThatMeet(held.counterparties, next.counterparties);
  if (labels.length === 0) return false;
  const names = labels.map(({ label }) => label);
  const before = [...held.counterparties, ...(await earlierLabels(queries, owner, names))];
  return labelsRepoint(labels, before);
}

interface Noted {
  readonly kind: string;
  readonly detail: unknown;
  readonly at: number;
}

async function note(queries: Queries, { owner, agent }: Actor, { kind, detail, at }: Noted): Promise<void> {
  const credentialId = agent?.credentialId;
  await recordChange(queries, { owner, credentialId, kind, detail, requestId: undefined, at });
}

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

/**
 * Whether agents could do something by the next control that they cannot by the current one. A first declaration of a
 * jurisdiction does not count: until then nothing is known, and the owner signed for the scope that declares it.
 */
function controlWidens(now: WalletControl, next: WalletControl, markets: MarketLists): boolean {
  return (
    switchWidens(now.switchState, next.switchState) ||
    modeWidens(now.mode, next.mode) ||
    policyWidens(termsOf(now), termsOf(next)) ||
    limitsWiden(now.limits, next.limits) ||
    jurisdictionWidens(now, next, markets)
  );
}

function jurisdictionWidens(now: WalletControl, next: WalletControl, markets: MarketLists): boolean {
  if (now.jurisdiction === undefined || next.jurisdiction === undefined) return false;
  return declarationWidens(markets, now.jurisdiction, next.jurisdiction);
}

function termsOf({ policy, counterparties }: WalletControl): PolicyTerms {
  return { policy, counterparties: counterparties.map(({ address }) => address) };
}
