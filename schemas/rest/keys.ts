import { z } from 'zod';
import { outflow } from './intents.ts';
import { dateTime, rowPage } from './scalars.ts';
import { scopeList, scopeName } from './scopes.ts';
import { signInRequest } from './sign-in.ts';
import { visibleText } from './visible-text.ts';

const A_CONFIRMATION = 'the message of /keys/confirmation/ and its signature';

const terms = {
  label: visibleText.meta({ description: 'The owner’s label.' }),
  scopes: scopeList.meta({ description: 'Scopes, each once. A key always has `read`.' }),
};

export const keyConfirmationRequest = z.strictObject(terms);

export const keyConfirmationAnswer = z.strictObject({
  message: z
    .string()
    .meta({ description: 'The text that the owner’s wallet signs, with owner, label and scopes.' }),
  expires_at: dateTime.meta({ description: 'When the message expires.' }),
});

export const keyRequest = z.strictObject({
  ...terms,
  confirmation: z.object(signInRequest.shape, { error: A_CONFIRMATION }).optional().meta({
    description: 'The signed message from `/keys/confirmation/`. Required for scopes beyond the base ones.',
  }),
});

export const credential = z.strictObject({
  id: z.string(),
  label: z.string().meta({ description: 'Label of the key, or name of the agent.' }),
  scopes: z.array(scopeName),
  tier: z.enum(['paired', 'elevated']).meta({ description: 'Rate tier: calls per minute.' }),
  prefix: z.string().meta({ description: 'Prefix of the secret.' }),
  last4: z.string().meta({ description: 'The last four characters of the secret.' }),
  created_at: dateTime,
  expires_at: dateTime,
  last_used_at: dateTime.nullable().meta({ description: 'Exact to about a minute.' }),
  revoked_at: dateTime.nullable().meta({ description: 'When it was revoked or rotated.' }),
  replaced_by: z
    .string()
    .nullable()
    .meta({ description: 'Id of the credential that replaced it in a rotation.' }),
});

export const credentialDetail = z.strictObject({
  kind: z.enum(['token', 'key']).meta({ description: 'A pairing token or an API key.' }),
  credential,
  spent_in_24_hours: z.array(outflow).meta({
    description:
      'What counts against the limits of 24 hours, by mint: open and submitted intents of all agents, and those confirmed in that time.',
  }),
});

const A_TIER = 'paired or elevated';

export const credentialTierRequest = z.strictObject({
  tier: z.enum(['paired', 'elevated'], { error: A_TIER }).meta({ description: 'The new rate tier.' }),
});

export const keyIssued = z.strictObject({
  key: z.string().meta({ description: 'The complete key, shown only once.' }),
  ...credential.shape,
});

export const tokenRotated = z.strictObject({
  token: z.string().meta({ description: 'The complete token, shown only once.' }),
  ...credential.shape,
});

export const credentialListAnswer = rowPage(credential);

export const credentialEvent = z.strictObject({
  id: z.int().nonnegative(),
  kind: z.enum(['issued', 'rotated', 'revoked', 'refused']),
  credential_id: z.string(),
  at: dateTime,
  surface: z.string().meta({ description: 'Path or command of the event.' }),
  reason: z.string(),
});

export const credentialEventsAnswer = rowPage(credentialEvent);

export type KeyConfirmationAnswer = z.output<typeof keyConfirmationAnswer>;
export type CredentialDetail = z.output<typeof credentialDetail>;
export type CredentialAnswer = z.output<typeof credential>;
export type KeyIssued = z.output<typeof keyIssued>;
export type TokenRotated = z.output<typeof tokenRotated>;
export type CredentialListAnswer = z.output<typeof credentialListAnswer>;
export type CredentialEventAnswer = z.output<typeof credentialEvent>;
export type CredentialEventsAnswer = z.output<typeof credentialEventsAnswer>;
