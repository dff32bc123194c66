import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Queries } from '../../../../core/oltp/port.ts';
import { DAY_MS } from '../../../../core/rules/spending-limits.ts';
import * as wire from '../../../../schemas/rest/owner-grants.ts';
import { addAgentWallet } from '../../../state/agent-wallets.ts';
import { endGrant, type GrantKind, type GrantName, keepGrant } from '../../../state/control/grants.ts';
import { supersedeRequests } from '../../../state/control/owner-requests.ts';
import type { Approved, GrantingKind, RequestKind } from './kind.ts';
import * as settings from './settings.ts';

/** Requests that always need the owner's signature, one kind each. */

function granting<Payload>(kind: GrantingKind<Payload>): GrantingKind<Payload> {
  return kind;
}

export const sessionSignerKind = granting({
  name: 'session_signer',
  title: 'a session signer',
  payload: wire.sessionSigner,
  lines: ({ public_key, label, limits, days }) => [
    `Session Signer: ${public_key} (${label})`,
    ...(limits.length === 0 ? ["Limits: only your wallet's own"] : limits.map(settings.limitLine)),
    `Valid For: ${days} days`,
  ],
  act: (queries, { payload: { public_key, days, ...terms }, ...approved }) =>
    keepGrant(queries, grantOf(approved, { kind: 'session_signer', subject: public_key, terms, days })),
});

export const agntaGrantKind = granting({
  name: 'agnta_grant',
  title: 'an AGNTA grant',
  payload: wire.agntaGrant,
  lines: ({ grantee, terms, days }) => [`Grantee: ${grantee}`, `Terms: ${terms}`, `Valid For: ${days} days`],
  act: (queries, { payload: { grantee, days, terms }, ...approved }) =>
    keepGrant(queries, grantOf(approved, { kind: 'agnta_grant', subject: grantee, terms: { terms }, days })),
});

export const agntaGrantClearKind = granting({
  name: 'agnta_grant_clear',
  title: 'ending an AGNTA grant',
  payload: wire.agntaGrantName,
  lines: ({ grantee }) => [`Grantee: ${grantee}`],
  act: async (queries, { request: { owner }, payload: { grantee }, at }) => {
    await rollbackGrant(queries, { owner, kind: 'agnta_grant', subject: grantee }, at);
  },
});

export const agntaIdentityKind = granting({
  name: 'agnta_identity',
  title: 'registering an AGNTA identity',
  payload: wire.agntaIdentity,
  lines: ({ name, public_key }) => [`Name: ${name}`, `Public Key: ${public_key}`],
  act: (queries, { payload: { name, public_key }, ...approved }) =>
    keepGrant(queries, grantOf(approved, { kind: 'agnta_identity', subject: public_key, terms: { name } })),
});

export const agentWalletKind = granting({
  name: 'agent_wallet',
  title: 'an agent wallet that can act for you',
  payload: wire.agentWalletRecord,
  lines: ({ address, label }) => [`Agent Wallet: ${address} (${label})`],
  act: async (queries, { request: { owner }, payload: { address }, at }) => {
    if (!(await addAgentWallet(queries, owner, address, at))) {
      throw new LaunchlensError('AGENT_WALLET_TAKEN', { wallet: address });
    }
  },
});

/** The member of a request's payload that names its subject. */
const SUBJECT_MEMBERS: Readonly<Record<GrantKind, string>> = {
  session_signer: 'public_key',
  agnta_grant: 'grantee',
  agnta_identity: 'public_key',
};

/** Ends a grant, and rejects open requests for the same subject. False if there was no active grant. */
export async function rollbackGrant(queries: Queries, name: GrantName, at: number): Promise<boolean> {
  const { owner, kind, subject } = name;
  const about = { [SUBJECT_MEMBERS[kind]]: subject };
  await supersedeRequests(queries, { owner, kind, about }, at);
  return endGrant(queries, name, at);
}

interface GrantTerms {
  readonly kind: GrantKind;
  readonly subject: string;
  readonly terms: Readonly<Record<string, unknown>>;
  readonly days?: number;
}

function grantOf({ request, at }: Omit<Approved<never>, 'payload'>, { days, ...grant }: GrantTerms) {
  return {
    ...grant,
    id: randomUUID(),
    owner: request.owner,
    requestId: request.id,
    grantedAt: at,
    expiresAt: days === undefined ? undefined : at + days * DAY_MS,
  };
}

/** Every kind, with its payload type erased. */
const KINDS = [
  settings.switchKind,
  settings.permissionModeKind,
  settings.policyKind,
  settings.limitsKind,
  settings.counterpartiesKind,
  settings.jurisdictionKind,
  sessionSignerKind,
  agntaGrantKind,
  agntaGrantClearKind,
  agntaIdentityKind,
  agentWalletKind,
] as unknown as readonly RequestKind<unknown>[];

export function kindNamed(name: string): RequestKind<unknown> | undefined {
  return KINDS.find((kind) => kind.name === name);
}
