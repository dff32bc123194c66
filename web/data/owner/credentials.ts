import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { needsConfirmation, type Scope } from '../../model/scopes.ts';
import { scopeList } from '../pairing.ts';
import { instant } from '../scalars.ts';
import { askOwner } from '../session.ts';
import { signAsOwner } from '../sign-in.ts';
import { outflow } from './intent-shapes.ts';
import { type OwnerRows, useOwnerQuery, useOwnerRows } from './list.ts';

export type CredentialKind = 'key' | 'token';

const credential = z.object({
  id: z.string(),
  label: z.string(),
  scopes: scopeList,
  prefix: z.string(),
  last4: z.string(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  revoked_at: instant.nullable(),
  replaced_by: z.string().nullable(),
});

export type Credential = z.output<typeof credential>;

export function useCredentials(kind: CredentialKind): OwnerRows<Credential> {
  return useOwnerRows(`/${kind}s/`, credential);
}

const detail = z.object({
  kind: z.enum(['key', 'token']),
  credential,
  spent_in_24_hours: z.array(outflow),
});
export type CredentialDetail = z.output<typeof detail>;

/** One credential, and what counts against the owner's limits of 24 hours. */
export const useCredential = (id: string) => {
  const path = `/credentials/${encodeURIComponent(id)}/` as const;
  return useQuery({
    ...useOwnerQuery(['credential', id], { path, shape: detail }),
    refetchInterval: 15_000,
  });
};

const confirmation = z.object({ message: z.string(), expires_at: instant });
const keyIssued = z.object({ key: z.string() });
const tokenRotated = z.object({ token: z.string() });

export interface KeyTerms {
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** What the wallet has to sign before such a key is issued; undefined if nothing. @throws Failure */
export async function keyConfirmation(terms: KeyTerms): Promise<string | undefined> {
  if (!needsConfirmation(terms.scopes)) return undefined;
  const { message } = await askOwner({ path: '/keys/confirmation/', shape: confirmation, body: terms });
  return message;
}

/** Issues a key; `message` is signed if needed. Returns the raw key, which is never shown again. @throws Failure */
export async function issueKey(terms: KeyTerms, message: string | undefined): Promise<string> {
  const signed =
    message === undefined ? {} : { confirmation: { message, signature: await signAsOwner(message) } };
  const { key } = await askOwner({ path: '/keys/', shape: keyIssued, body: { ...terms, ...signed } });
  return key;
}

/** Returns the new secret, which is never shown again. @throws Failure */
export async function rotate(kind: CredentialKind, id: string): Promise<string> {
  const question = { path: `/${kind}s/${id}/rotate/` as const, method: 'POST' as const };
  if (kind === 'key') return (await askOwner({ ...question, shape: keyIssued })).key;
  return (await askOwner({ ...question, shape: tokenRotated })).token;
}

/** @throws Failure */
export async function revoke(kind: CredentialKind, id: string): Promise<void> {
  await askOwner({ path: `/${kind}s/${id}/revoke/`, method: 'POST', shape: credential });
}
