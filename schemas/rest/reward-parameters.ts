import { z } from 'zod';
import { REWARD_PROGRAMS } from '../reward-programs.ts';
import { limitParameter, type Parameter } from './parameters.ts';
import * as scalars from './scalars.ts';

export const rewardWalletParameter: Parameter<string | undefined> = {
  description: 'The account’s own wallet without one; may name an agent wallet that the account owns.',
  expected: 'given once',
  documented: scalars.pubkey,
  // Whatever is not a wallet is none of the account's, and refused as that.
  parse: z.string().optional(),
};

export const rewardProgramParameter: Parameter<(typeof REWARD_PROGRAMS)[number] | undefined> = {
  description: 'Only records of this programme.',
  expected: `one of ${REWARD_PROGRAMS.join(', ')}`,
  documented: z.enum(REWARD_PROGRAMS),
  parse: z.enum(REWARD_PROGRAMS).optional(),
};

export const rewardOffsetParameter: Parameter<number> = {
  description: 'Rows to pass over.',
  expected: 'a whole number from 0 to 9007199254740991',
  documented: z.int().min(0).default(0),
  parse: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,15})$/)
    .transform(Number)
    .refine(Number.isSafeInteger)
    .default(0),
};

export const rewardSummaryParameters = { wallet_address: rewardWalletParameter } as const;

export const rewardHistoryParameters = {
  wallet_address: rewardWalletParameter,
  program: rewardProgramParameter,
  limit: limitParameter,
  offset: rewardOffsetParameter,
} as const;
