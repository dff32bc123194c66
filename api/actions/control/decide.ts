import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Queries } from '../../../core/oltp/port.ts';
import type { OwnerRequestAnswer, RequestDecidedAnswer } from '../../../schemas/rest/wallet-control.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import { recordChange } from '../../state/control/changes.ts';
import { decideRequest, type OwnerRequest, supersedeRequests } from '../../state/control/owner-requests.ts';
import { saveControl, type WalletControl } from '../../state/control/wallet-control.ts';
import { requireActorAllowed } from '../admission/checks.ts';
import { requestAnswer, walletControl } from './answers.ts';
import { opening } from './ask.ts';
import type { Actor, ControlContext } from './context.ts';
import { kindNamed } from './kinds/grants.ts';

export interface Approval {
  readonly id: string;
  /** 64 bytes of ed25519 over the message's UTF-8 bytes, by the owner's wallet. */
  readonly signature: Uint8Array;
  /** The required kind of the request; by default any. */
  readonly kind?: string | undefined;
}

/**
 * Carries out what the owner's wallet signed, once. The effects are written in the transaction that uses the request up.
 * @throws OWNER_REQUEST_UNKNOWN, OWNER_REQUEST_DECIDED, OWNER_REQUEST_EXPIRED, OWNER_SIGNATURE_REFUSED, …
 */
export async function approveRequest(
  context: ControlContext,
  actor: Actor,
  { id, signature, kind }: Approval,
): Promise<RequestDecidedAnswer> {
  const { controls, clock, place } = context;
  const { owner } = actor;
  const request = await openRequest(context, actor, id);
  if (kind !== undefined && request.kind !== kind) throw new LaunchlensError('OWNER_REQUEST_UNKNOWN', {});
  const here = request.message.startsWith(opening(place().domain));
  if (!here || !isSignedBy(owner, request.message, signature)) {
    throw new LaunchlensError('OWNER_SIGNATURE_REFUSED', {});
  }
  const at = clock.now();
  const approved = await controls.holding(owner, at, async (held, queries) => {
    requireActorAllowed(context, held, actor);
    if (!(await decideRequest(queries, request, 'approved', at))) return false;
    await fulfil(queries, { request, held, at });
    return true;
  });
  // Somebody else decided first, or it has just expired: its current state shows which.
  if (!approved) await openRequest(context, actor, id);
  return {
    request: requestAnswer(await foundRequest(context, actor, id)),
    control: await walletControl(context, owner),
  };
}

/**
 * Rejects a request; needs no signature. @throws OWNER_REQUEST_UNKNOWN, OWNER_REQUEST_DECIDED, OWNER_REQUEST_EXPIRED
 */
export async function rejectRequest(
  context: ControlContext,
  actor: Actor,
  id: string,
): Promise<OwnerRequestAnswer> {
  const { controls, clock } = context;
  const request = await openRequest(context, actor, id);
  const at = clock.now();
  const rejected = await controls.holding(actor.owner, at, (_held, queries) =>
    decideRequest(queries, request, 'rejected', at),
  );
  if (!rejected) await openRequest(context, actor, id);
  return requestAnswer(await foundRequest(context, actor, id));
}

/** @throws OWNER_REQUEST_UNKNOWN */
export async function foundRequest(
  { requests, clock }: ControlContext,
  { owner }: Pick<Actor, 'owner'>,
  id: string,
): Promise<OwnerRequest> {
  const request = await requests.find(owner, id, clock.now());
  if (!request) throw new LaunchlensError('OWNER_REQUEST_UNKNOWN', {});
  return request;
}

async function openRequest(context: ControlContext, actor: Actor, id: string): Promise<OwnerRequest> {
  const request = await foundRequest(context, actor, id);
  if (request.status === 'expired') throw new LaunchlensError('OWNER_REQUEST_EXPIRED', {});
  if (request.status !== 'pending') {
    throw new LaunchlensError('OWNER_REQUEST_DECIDED', { status: request.status });
  }
  return request;
}

interface Fulfilment {
  readonly request: OwnerRequest;
  readonly held: WalletControl;
  readonly at: number;
}

/** An unknown kind or payload is never acted on: the transaction, and with it the approval, is rolled back. */
async function fulfil(queries: Queries, { request, held, at }: Fulfilment): Promise<void> {
  const kind = kindNamed(request.kind);
  if (kind === undefined) {
    throw new LaunchlensError('OLTP_BAD_ROW', {
      detail: `the kind of request ${request.kind} does not exist`,
    });
  }
  const payload = kind.payload.parse(request.payload);
  const { owner, credentialId, id: requestId } = request;
  if ('next' in kind) {
    await saveControl(queries, owner, kind.next(held, payload), at);
    await supersedeRequests(queries, { owner, kind: kind.name }, at);
  } else await kind.act(queries, { request, payload, at });
  await recordChange(queries, { owner, credentialId, kind: kind.name, detail: payload, requestId, at });
}
