import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type {
  CallDecisionsAnswer,
  ControlChangesAnswer,
  OwnerRequestsAnswer,
} from '../../../schemas/rest/wallet-control.ts';
import { newestFirst } from '../newest-first.ts';
import { wireCount, wireInstant } from '../wire.ts';
import { requestAnswer } from './answers.ts';
import type { ControlContext } from './context.ts';

interface Page<Place> {
  readonly limit: number;
  /** Continue after this one. */
  readonly before: Place | undefined;
}

/** Requests for the owner's signature, newest first. */
export async function listRequests(
  { requests, clock }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<string>,
): Promise<OwnerRequestsAnswer> {
  const now = clock.now();
  return newestFirst(limit, (most) => requests.list(owner, { limit: most, before, now }), requestAnswer);
}

/** Decisions about the calls of the owner's agents, newest first. */
export async function listDecisions(
  { decisions }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<bigint>,
): Promise<CallDecisionsAnswer> {
  const listed = (most: number) => decisions.list(owner, { limit: most, before });
  return newestFirst(limit, listed, ({ id, tool, refusal, credentialId, at }) => ({
    id: wireCount(id),
    tool,
    verdict: refusal === undefined ? ('allowed' as const) : ('refused' as const),
    gate: refusal?.gate ?? null,
    code: refusal?.code ?? null,
    credential_id: credentialId,
    at: wireInstant(at),
  }));
}

/** Changes of what the owner lets agents do, newest first. */
export async function listChanges(
  { changes }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<bigint>,
): Promise<ControlChangesAnswer> {
  const listed = (most: number) => changes.list(owner, { limit: most, before });
  return newestFirst(limit, listed, ({ id, kind, detail, credentialId, requestId, at }) => ({
    id: wireCount(id),
    ...{ kind, detail },
    credential_id: credentialId ?? null,
    request_id: requestId ?? null,
    at: wireInstant(at),
  }));
}
