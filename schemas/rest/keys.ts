import { z } from 'zod';
import { dateTime } from './scalars.ts';
import { scopeList, scopeName } from './scopes.ts';
import { signInRequest } from './sign-in.ts';
import { visibleText } from './visible-text.ts';

const A_CONFIRMATION = 'the message of /keys/confirmation/ and its signature';

const terms = {
  label: visibleText.meta({ description: 'What the owner calls it.' }),
  scopes: scopeList.meta({ description: 'Scopes, each once; `read` is always among those of the key.' }),
};

export const keyConfirmationRequest = z.object(terms);

export const keyConfirmationAnswer = z.strictObject({
  message: z.string().meta({ description: 'What the owner’s wallet signs: owner, label and scopes.' }),
  expires_at: dateTime.meta({ description: 'Until when the message can be used.' }),
});

export const keyRequest = z.object({
  ...terms,
  confirmation: z
    .object(signInRequest.shape, { error: A_CONFIRMATION })
    .optional()
    .meta({ description: 'The signed message of `/keys/confirmation/`; needed beyond base scopes.' }),
});

export const credential = z.strictObject({
  id: z.string(),
  label: z.string().meta({ description: 'What the owner called the key, or the agent itself.' }),
  scopes: z.array(scopeName),
  tier: z.enum(['paired', 'elevated']).meta({ description: 'How many calls it has in a minute.' }),
  prefix: z.string().meta({ description: 'What the secret begins with.' }),
  last4: z.string().meta({ description: 'The last four characters of the secret.' }),
  created_at: dateTime,
  expires_at: dateTime,
  last_used_at: dateTime.nullable().meta({ description: 'Within a minute or so.' }),
  revoked_at: dateTime.nullable().meta({ description: 'Also when it was rotated.' }),
  replaced_by: z.string().nullable().meta({ description: 'Id of the one that it was rotated into.' }),
});

const A_TIER = 'paired or elevated';

export const credentialTierRequest = z.object({
  tier: z.enum(['paired', 'elevated'], { error: A_TIER }).meta({ description: 'The new rate tier.' }),
});

export const keyIssued = z.strictObject({
  key: z.string().meta({ description: 'The whole key: shown this once.' }),
  ...credential.shape,
});

export const tokenRotated = z.strictObject({
  token: z.string().meta({ description: 'The whole token: shown this once.' }),
  ...credential.shape,
});

const hasMore = z.boolean().meta({ description: 'Whether older ones follow.' });

export const credentialListAnswer = z.strictObject({ results: z.array(credential), has_more: hasMore });

export const credentialEvent = z.strictObject({
  id: z.int().nonnegative(),
  kind: z.enum(['issued', 'rotated', 'revoked', 'refused']),
  credential_id: z.string(),
  at: dateTime,
  surface: z.string().meta({ description: 'Path or command where it happened.' }),
  reason: z.string(),
});

export const credentialEventsAnswer = z.strictObject({
  results: z.array(credentialEvent),
  has_more: hasMore,
});

export type KeyConfirmationAnswer = z.output<typeof keyConfirmationAnswer>;
export type CredentialAnswer = z.output<typeof credential>;
export type KeyIssued = z.output<typeof keyIssued>;
export type TokenRotated = z.output<typeof tokenRotated>;
export type CredentialListAnswer = z.output<typeof credentialListAnswer>;
export type CredentialEventAnswer = z.output<typeof credentialEvent>;
export type CredentialEventsAnswer = z.output<typeof credentialEventsAnswer>;
