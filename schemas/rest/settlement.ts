import { z } from 'zod';
import { amount, count, timestamp } from './scalars.ts';

export const release = z.strictObject({
  start_ts: timestamp.meta({ description: 'When the release begins.' }),
  cliff_ts: timestamp.meta({ description: 'Nothing unlocks before this time.' }),
  end_ts: timestamp.meta({ description: 'Everything is unlocked from this time on.' }),
  unlocked_bps: z.int().min(0).max(10_000).nullable().meta({
    description: 'Unlocked share in basis points at `source.slot_time`; null when no block time is known.',
  }),
});

export const refunds = z.strictObject({
  refundable_total: amount.meta({
    description: 'Sum of all pledges to refund, including those already refunded.',
  }),
  refunded_total: amount.meta({ description: 'Sum of the refunded pledges.' }),
  refunded_count: count.meta({ description: 'Number of refunded pledges.' }),
});

/** Whether the vault holds what pledgers may still claim. */
export const settlementVault = z.strictObject({
  released_total: amount.meta({ description: 'Tokens that pledgers have already claimed.' }),
  owed_total: amount.meta({
    description: 'Tokens that pledgers may still claim, unlocked or not.',
  }),
  covers_owed: z.boolean().meta({
    description:
      '`launch.vault_balance` is at least `owed_total`. A vault that does not exist holds nothing.',
  }),
});

/** Present once the status is succeeded, failed or finalized. */
export const settlement = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']).meta({
    description: 'How the launch ended; a finalized launch is one that succeeded.',
  }),
  total_pledged: amount.meta({ description: 'Total pledged, in base units of the pledge mint.' }),
  token_allocation: amount.meta({
    description: 'Tokens for all pledgers, in base units of the launch mint.',
  }),
  allocated_total: amount.meta({
    description: 'Sum of floor(pledge × token_allocation / total_pledged) over all pledges; "0" when failed.',
  }),
  dust: z
    .string()
    .regex(/^(0|-?[1-9][0-9]*)$/)
    .meta({
      description:
        'What floor division leaves in the vault: `token_allocation` less `allocated_total`, "0" when failed.',
      examples: ['3'],
    }),
  escrow_emptied: z.boolean().meta({ description: 'The escrow account holds zero or no longer exists.' }),
  release: release.optional().meta({ description: 'Once succeeded or finalized.' }),
  vault: settlementVault.optional().meta({ description: 'Once succeeded or finalized.' }),
  refunds: refunds.optional().meta({ description: 'Once failed.' }),
});

export type SettlementAnswer = z.output<typeof settlement>;
