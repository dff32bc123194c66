import { z } from 'zod';
import { instant, integer } from '../scalars.ts';
import { outflow } from './intent-shapes.ts';
import { useOwnerRows } from './list.ts';

const place = integer.transform(String);

const event = z.object({
  id: place,
  kind: z.enum(['issued', 'rotated', 'revoked', 'refused']),
  credential_id: z.string(),
  at: instant,
  surface: z.string(),
  reason: z.string(),
});
const decision = z.object({
  id: place,
  tool: z.string(),
  verdict: z.enum(['allowed', 'refused']),
  gate: z.string().nullable(),
  code: z.string().nullable(),
  credential_id: z.string(),
  credential_label: z.string().nullable(),
  asked: z.string().nullable(),
  stage: z.enum(['plan', 'confirmation']).nullable(),
  outflows: z.array(outflow).nullable(),
  intent_id: z.string().nullable(),
  at: instant,
});
export type CallDecision = z.output<typeof decision>;
const change = z.object({
  id: place,
  kind: z.string(),
  credential_id: z.string().nullable(),
  request_id: z.string().nullable(),
  at: instant,
});

/** Of all credentials, or of one. */
export const useCredentialEvents = (credentialId?: string) =>
  useOwnerRows('/credential-events/', event, { only: onlyOf(credentialId) });
export const useCallDecisions = (credentialId?: string) =>
  useOwnerRows('/call-decisions/', decision, { only: onlyOf(credentialId) });
export const useControlChanges = () => useOwnerRows('/wallet-control/changes/', change);

const onlyOf = (credentialId: string | undefined) =>
  credentialId === undefined ? undefined : `credential_id=${encodeURIComponent(credentialId)}`;
