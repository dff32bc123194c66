import { z } from 'zod';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { SpendingLimit } from '../../../core/rules/spending-limits.ts';
import type { WalletPolicy } from '../../../core/rules/wallet-policy.ts';
import { camelCased } from '../../../schemas/letter-case.ts';

/** How policies and limits are represented in JSON: in the store, in messages to sign and on the wire. */

/** One wallet that the owner's may deal with. */
export interface Counterparty {
  readonly address: Pubkey;
  readonly label: string;
}

const key = z.string().transform((text) => parsePubkey(text));
const names = z.array(z.string());
const bound = z
  .string()
  .regex(/^[0-9]{1,20}$/)
  .transform((text) => BigInt(text))
  .nullable();

export const policyRecord = z
  .strictObject({
    allowed_tools: names.nullable(),
    denied_tools: names,
    allowed_mints: z.array(key).nullable(),
    allowed_venues: names.nullable(),
    counterparties_only: z.boolean(),
  })
  .transform((record): WalletPolicy => camelCased(record));

export const limitsRecord = z.array(
  z
    .strictObject({ mint: key, per_intent: bound, per_day: bound })
    .transform((record): SpendingLimit => camelCased(record)),
);

export const counterpartiesRecord = z.array(
  z.strictObject({ address: key, label: z.string() }).transform((record): Counterparty => record),
);

export function recordOfPolicy(policy: WalletPolicy) {
  const { allowedTools, deniedTools, allowedMints, allowedVenues, counterpartiesOnly } = policy;
  return {
    allowed_tools: copied(allowedTools),
    denied_tools: [...deniedTools],
    allowed_mints: copied(allowedMints),
    allowed_venues: copied(allowedVenues),
    counterparties_only: counterpartiesOnly,
  };
}

export function recordOfLimits(limits: readonly SpendingLimit[]) {
  return limits.map(({ mint, perIntent, perDay }) => ({
    mint,
    per_intent: perIntent === null ? null : String(perIntent),
    per_day: perDay === null ? null : String(perDay),
  }));
}

function copied<Name>(list: readonly Name[] | null): Name[] | null {
  return list === null ? null : [...list];
}
