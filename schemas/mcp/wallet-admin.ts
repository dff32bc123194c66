import { z } from 'zod';
import { pubkey } from '../rest/scalars.ts';
import { walletSignature } from '../rest/sign-in.ts';
import { ownerRequest, walletControl } from '../rest/wallet-control.ts';
import { whole } from './arguments.ts';

/** Arguments and answers of the tools that set, request and show what an owner lets agents do. */

const AN_ID = 'the id of a request to the owner';

export const requestId = z
  .string({ error: AN_ID })
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: AN_ID })
  .meta({
    description: 'Id of the request, as returned when it was made.',
    examples: ['6f1c9a52-3d77-4c0e-9b7e-2f0d8a4b51c3'],
  });

export const ownerSignature = walletSignature.meta({
  description: "By the owner's wallet over exactly the message of the request, base58. Never a key.",
  examples: ['5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'],
});

const NO_ARGUMENTS = {};
export const noArguments = z.strictObject(NO_ARGUMENTS);
export const namedRequest = z.strictObject({ request_id: requestId });
export const signedRequest = z.strictObject({ request_id: requestId, signature: ownerSignature });

/** The lists of what an owner lets agents do: they are answered page by page. */
const PAGED = [
  ...(['allowed_tools', 'denied_tools', 'allowed_mints', 'allowed_venues', 'limits'] as const),
  ...(['counterparties', 'grants', 'agent_wallets', 'watched_wallets'] as const),
] as const;

export const walletPolicyInput = z.strictObject({
  limit: whole(1, 200, 'Largest number of rows of each list.').default(200),
  offset: whole(0, 10_000, 'Rows to skip in each list.').default(0),
});

export const walletPolicyAnswer = walletControl.extend({
  totals: z
    .record(z.enum(PAGED), z.int().nonnegative())
    .meta({ description: 'Rows of each whole list; 0 also for one that is null.' }),
  has_more: z
    .boolean()
    .meta({ description: 'Whether a list has rows after these: ask with a greater offset.' }),
});

export const requestAsked = z.strictObject({ request: ownerRequest });

export const grantEnded = z.strictObject({ control: walletControl });

export const agentWalletMade = z.strictObject({
  status: z.enum(['watched', 'needs_wallet_signature', 'waits_for_owner']).meta({
    description:
      '`watched`: kept. `needs_wallet_signature`: let the wallet sign `consent`. `waits_for_owner`: the owner has to sign `request`.',
  }),
  address: pubkey,
  consent: z.string().nullable().meta({
    description: 'What the wallet signs before it can act for the owner. It is good once, for a day.',
  }),
  request: ownerRequest.nullable(),
});

export const custodyPolicy = z.strictObject({
  sent: z.literal(false).meta({ description: 'Nothing is sent to anybody by this tool.' }),
  control: walletControl.meta({ description: 'What the policy stored elsewhere should say.' }),
});

export type WalletPolicyInput = z.output<typeof walletPolicyInput>;
export type WalletPolicyAnswer = z.output<typeof walletPolicyAnswer>;
