import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type {
  CallDecisionsAnswer,
  ControlChangesAnswer,
  OwnerGrantAnswer,
  OwnerRequestAnswer,
  OwnerRequestsAnswer,
  WalletControlAnswer,
} from '../../../schemas/rest/wallet-control.ts';
import { recordOfLimits, recordOfPolicy } from '../../state/control/columns.ts';
import type { OwnerGrant } from '../../state/control/grants.ts';
import type { OwnerRequest } from '../../state/control/owner-requests.ts';
import type { WalletControl } from '../../state/control/wallet-control.ts';
import { newestFirst } from '../page.ts';
import { instantOrNull, wireCount, wireInstant } from '../wire.ts';
import type { ControlContext } from './context.ts';

/** What an owner currently lets agents do. */
export async function walletControl(
  { controls, grants, agentWallets, watched, tools, clock }: ControlContext,
  owner: Pubkey,
  held?: WalletControl,
): Promise<WalletControlAnswer> {
  const control = held ?? (await controls.of(owner));
  const granted = await grants.held(owner, clock.now());
  return {
    owner,
    switch: control.switchState,
    permission_mode: control.mode,
    policy: recordOfPolicy(control.policy),
    always_allowed_tools: [...tools.values()].filter((tool) => tool.stopsAgents).map(({ name }) => name),
    limits: recordOfLimits(control.limits),
    counterparties: control.counterparties.map(({ address, label }) => ({ address, label })),
    jurisdiction: control.jurisdiction ?? null,
    grants: granted.map(grantAnswer),
    agent_wallets: [...(await agentWallets.listed(owner))],
    watched_wallets: (await watched.listed(owner)).map(({ wallet, label }) => ({ address: wallet, label })),
    updated_at: instantOrNull(control.updatedAt),
  };
}

export function requestAnswer(request: OwnerRequest): OwnerRequestAnswer {
  const { id, kind, status, payload, message, credentialId, createdAt, expiresAt, decidedAt } = request;
  return {
    ...{ id, kind, status, payload, message },
    credential_id: credentialId ?? null,
    created_at: wireInstant(createdAt),
    expires_at: wireInstant(expiresAt),
    decided_at: instantOrNull(decidedAt),
  };
}

function grantAnswer({
  id,
  kind,
  subject,
  terms,
  requestId,
  grantedAt,
  expiresAt,
}: OwnerGrant): OwnerGrantAnswer {
  return {
    ...{ id, kind, subject, terms: { ...terms } },
    request_id: requestId,
    granted_at: wireInstant(grantedAt),
    expires_at: instantOrNull(expiresAt),
  };
}

interface Page<Place> {
  readonly limit: number;
  /** Continue after this one. */
  readonly before: Place | undefined;
}

export async function listRequests(
  { requests, clock }: ControlContext,
  owner: Pubkey,
  { limit, before }: Page<string>,
): Promise<OwnerRequestsAnswer> {
  const now = clock.now();
  return newestFirst(limit, (most) => requests.list(owner, { limit: most, before, now }), requestAnswer);
}

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
