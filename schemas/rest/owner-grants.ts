import { z } from 'zod';
import { count, pubkey } from './scalars.ts';
import { walletKey, walletSignature } from './sign-in.ts';
import { visibleText } from './visible-text.ts';
import { ownerRequest, spendingLimits } from './wallet-control.ts';

/** What an owner can sign for besides settings, as requested and stored. */

const A_NUMBER_OF_DAYS = 'a whole number of days from 1 to 90';

export const days = z
  .int({ error: A_NUMBER_OF_DAYS })
  .min(1, { error: A_NUMBER_OF_DAYS })
  .max(90, { error: A_NUMBER_OF_DAYS });

export const sessionSigner = z.strictObject({
  public_key: walletKey.meta({
    description: 'Public key of the session signer. Its private key stays with it.',
  }),
  label: visibleText.meta({ description: 'What the owner calls it.' }),
  limits: spendingLimits.meta({ description: 'The most that it may sign for, one limit a mint.' }),
  days: days.meta({ description: 'How long it holds, from the approval on.' }),
});

export const agntaGrant = z.strictObject({
  grantee: visibleText.meta({ description: 'Whom the grant is for.' }),
  terms: visibleText.meta({ description: 'What it grants, in a few words.' }),
  days: days.meta({ description: 'How long it holds, from the approval on.' }),
});

export const agntaGrantName = z.strictObject({ grantee: agntaGrant.shape.grantee });

export const agntaIdentity = z.strictObject({
  name: visibleText.meta({ description: 'The name to register.' }),
  public_key: walletKey.meta({ description: 'Public key of the identity.' }),
});

export const agentWalletRecord = z.strictObject({
  address: walletKey.meta({ description: 'The wallet’s address, in base58. Never a key.' }),
  label: visibleText.meta({ description: 'What the owner calls it.' }),
});

export const agentWalletRequest = agentWalletRecord.extend({
  wallet_signature: walletSignature
    .optional()
    .meta({ description: 'By that wallet over the `consent` that is answered without it, base58.' }),
});

export const agentWalletAsked = z.strictObject({
  status: z.enum(['needs_wallet_signature', 'waits_for_owner']).meta({
    description:
      '`needs_wallet_signature`: let the wallet sign `consent`. `waits_for_owner`: you have to sign `request`.',
  }),
  consent: z.string().nullable().meta({
    description: 'What the wallet signs before it can act for you. It is good once, for a day.',
  }),
  request: ownerRequest.nullable(),
});

export const agentWalletWithdrawn = z.strictObject({
  wallet: pubkey,
  owner: pubkey.nullable().meta({ description: 'Whom it acted for; null if it acted for nobody.' }),
  voided: count.meta({ description: 'Open consents and requests for it that are void now.' }),
});

export type AgentWalletWithdrawnAnswer = z.output<typeof agentWalletWithdrawn>;
export type AgentWalletAskedAnswer = z.output<typeof agentWalletAsked>;

const GRANT_KINDS = ['session_signer', 'agnta_grant', 'agnta_identity'] as const;
const A_GRANT = `one of ${GRANT_KINDS.join(', ')}`;

export const grantName = z.strictObject({
  kind: z.enum(GRANT_KINDS, { error: A_GRANT }).meta({ description: 'What was granted.' }),
  subject: visibleText.meta({ description: 'Whom it was given to, as `grants` names it.' }),
});
