import { z } from 'zod';
import { count, pubkey } from './scalars.ts';
import { walletKey, walletSignature } from './sign-in.ts';
import { visibleText } from './visible-text.ts';
import { ownerRequest, spendingLimits } from './wallet-control.ts';

/** What an owner can sign for besides settings, as requested and stored. */

const A_NUMBER_OF_DAYS = 'a whole number of days from 1 to 90';

const days = z
  .int({ error: A_NUMBER_OF_DAYS })
  .min(1, { error: A_NUMBER_OF_DAYS })
  .max(90, { error: A_NUMBER_OF_DAYS });

export const sessionSigner = z.strictObject({
  public_key: walletKey.meta({
    description: 'Public key of the session signer. Its private key stays with it.',
  }),
  label: visibleText.meta({ description: 'The owner’s label.' }),
  limits: spendingLimits.meta({ description: 'Its limits, one per mint.' }),
  days: days.meta({ description: 'Days until it expires, from the approval on.' }),
});

export const agntaGrant = z.strictObject({
  grantee: visibleText.meta({ description: 'Who gets the grant.' }),
  terms: visibleText.meta({ description: 'What it grants, in a few words.' }),
  days: days.meta({ description: 'Days until it expires, from the approval on.' }),
});

export const agntaGrantName = z.strictObject({ grantee: agntaGrant.shape.grantee });

export const agntaIdentity = z.strictObject({
  name: visibleText.meta({ description: 'The name to register.' }),
  public_key: walletKey.meta({ description: 'Public key of the identity.' }),
});

export const agentWalletRecord = z.strictObject({
  address: walletKey.meta({ description: 'The wallet’s address, in base58. Never a key.' }),
  label: visibleText.meta({ description: 'The owner’s label.' }),
});

export const agentWalletRequest = agentWalletRecord.extend({
  wallet_signature: walletSignature.optional().meta({
    description: 'Signature of that wallet, in base58, over the `consent` that the API returns without it.',
  }),
});

export const agentWalletAsked = z.strictObject({
  status: z.enum(['needs_wallet_signature', 'waits_for_owner']).meta({
    description:
      '`needs_wallet_signature`: the wallet must sign `consent`. `waits_for_owner`: you must sign `request`.',
  }),
  consent: z.string().nullable().meta({
    description: 'The text that the wallet signs before it can act for you. It is valid once, for a day.',
  }),
  request: ownerRequest.nullable(),
});

export const agentWalletWithdrawn = z.strictObject({
  wallet: pubkey,
  owner: pubkey.nullable().meta({ description: 'The owner it acted for; null if none.' }),
  voided: count.meta({ description: 'Number of its open consents and requests that are now void.' }),
});

export type AgentWalletWithdrawnAnswer = z.output<typeof agentWalletWithdrawn>;
export type AgentWalletAskedAnswer = z.output<typeof agentWalletAsked>;

const GRANT_KINDS = ['session_signer', 'agnta_grant', 'agnta_identity'] as const;
const A_GRANT = `one of ${GRANT_KINDS.join(', ')}`;

export const grantName = z.strictObject({
  kind: z.enum(GRANT_KINDS, { error: A_GRANT }).meta({ description: 'What was granted.' }),
  subject: visibleText.meta({ description: 'Who has the grant, as in `grants`.' }),
});
