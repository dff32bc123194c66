import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { PERMISSION_MODES, type PermissionMode } from '../../../core/rules/permission-mode.ts';
import { SWITCH_STATES } from '../../../core/rules/wallet-switch.ts';
import type { Counterparty, Limit, Policy } from '../../model/guardrails/changes.ts';
import type { Guardrails } from '../../model/guardrails/safe-start.ts';
import type { HttpQuestion } from '../http.ts';
import { amount, instant, pubkey } from '../scalars.ts';
import { askOwner } from '../session.ts';
import { signAsOwner } from '../sign-in.ts';
import { type OwnerRows, useOwnerQuery, useOwnerRows } from './list.ts';

const names = z.array(z.string());
const named = z.object({ address: pubkey, label: z.string() });

const control = z.object({
  owner: pubkey,
  switch: z.enum(SWITCH_STATES),
  permission_mode: z.enum(PERMISSION_MODES),
  policy: z.object({
    allowed_tools: names.nullable(),
    denied_tools: names,
    allowed_mints: names.nullable(),
    allowed_venues: names.nullable(),
    counterparties_only: z.boolean(),
  }),
  limits: z.array(z.object({ mint: pubkey, per_intent: amount.nullable(), per_day: amount.nullable() })),
  counterparties: z.array(named),
  jurisdiction: z.string().nullable(),
  grants: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      subject: z.string(),
      granted_at: instant,
      expires_at: instant.nullable(),
    }),
  ),
  agent_wallets: z.array(pubkey),
  watched_wallets: z.array(named),
});

export type WalletControl = z.output<typeof control>;

/** What agents may currently do for the owner. */
export const useWalletControl = () =>
  useQuery(useOwnerQuery(['control'], { path: '/wallet-control/', shape: control }));

const request = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'expired']),
  payload: z.unknown(),
  message: z.string(),
  credential_id: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  decided_at: instant.nullable(),
});

export type OwnerRequest = z.output<typeof request>;

export const useOwnerRequests = (): OwnerRows<OwnerRequest> => useOwnerRows('/owner-requests/', request);

const set = z.object({
  status: z.enum(['applied', 'waits_for_owner']),
  request: request.nullable(),
});

/** The result: it was applied, or waits for a signature as the named request. */
export type SetOutcome = { readonly holds: true } | { readonly holds: false; readonly request: string };

async function change(
  path: `/${string}/`,
  asked: Pick<HttpQuestion, 'method' | 'body'>,
): Promise<SetOutcome> {
  const answer = await askOwner({ path: `/wallet-control${path}`, ...asked, shape: set });
  return answer.request === null ? { holds: true } : { holds: false, request: answer.request.id };
}

/** Pauses or stops agents immediately; resumes them after the wallet signed. @throws Failure */
export const turn = (verb: 'pause' | 'kill' | 'resume'): Promise<SetOutcome> =>
  change(`/${verb}/`, { method: 'POST' });

/** @throws Failure */
export const setMode = (mode: PermissionMode): Promise<SetOutcome> =>
  change('/permission-mode/', { method: 'PUT', body: { permission_mode: mode } });

/** @throws Failure */
export const setPolicy = (policy: Policy): Promise<SetOutcome> =>
  change('/policy/', { method: 'PUT', body: policy });

/** @throws Failure */
export const setLimits = (limits: readonly Limit[]): Promise<SetOutcome> => {
  const text = (bound: bigint | null): string | null => bound?.toString() ?? null;
  const body = limits.map(({ mint, per_intent, per_day }) => ({
    mint,
    per_intent: text(per_intent),
    per_day: text(per_day),
  }));
  return change('/limits/', { method: 'PUT', body: { limits: body } });
};

/** @throws Failure */
export const setCounterparties = (counterparties: readonly Counterparty[]): Promise<SetOutcome> =>
  change('/counterparties/', { method: 'PUT', body: { counterparties } });

/** @throws Failure */
export const declareCountry = (country: string): Promise<SetOutcome> =>
  change('/jurisdiction/', { method: 'PUT', body: { country } });

async function at(path: `/${string}/`, body?: unknown): Promise<void> {
  const question = { path: `/wallet-control${path}` as const, method: 'POST' as const, shape: control };
  await askOwner(body === undefined ? question : { ...question, body });
}

/** Lets agents watch an address; this grants nothing. @throws Failure */
export const watchWallet = (wallet: Counterparty): Promise<void> => at('/watched-wallets/', wallet);

/** @throws Failure */
export const unwatchWallet = (wallet: string): Promise<void> => at(`/watched-wallets/${wallet}/delete/`);

/** Applies guardrails that let agents do less, the strictest part first. @throws Failure */
export async function applyGuardrails({ permission_mode, policy, limits }: Guardrails): Promise<void> {
  await setPolicy(policy);
  await setLimits(limits);
  await setMode(permission_mode);
}

const agentAsked = z.object({ consent: z.string().nullable(), request: request.nullable() });

export interface AgentWalletAsked extends Counterparty {
  /** That wallet's signature of the consent returned by the first call. */
  readonly wallet_signature?: string;
}

/** Returns the consent for the wallet to sign, or the request for the owner to sign. @throws Failure */
export const askForAgentWallet = (body: AgentWalletAsked) =>
  askOwner({ path: '/wallet-control/agent-wallets/', body, shape: agentAsked });

/** Removes an agent wallet immediately. @throws Failure */
export const endAgentWallet = (wallet: string): Promise<void> => at(`/agent-wallets/${wallet}/delete/`);

export type Grant = WalletControl['grants'][number];

/** Ends a grant that the owner signed, immediately. @throws Failure */
export const endGrant = ({ kind, subject }: Grant): Promise<void> => at('/grants/end/', { kind, subject });

/** Approves a request with the wallet's signature of exactly its message. @throws Failure */
export async function approveRequest({ id, message }: OwnerRequest): Promise<void> {
  const body = { signature: await signAsOwner(message) };
  await askOwner({ path: `/owner-requests/${id}/approve/`, body, shape: z.object({ request }) });
}

/** @throws Failure */
export async function rejectRequest({ id }: OwnerRequest): Promise<void> {
  await askOwner({ path: `/owner-requests/${id}/reject/`, method: 'POST', shape: request });
}
