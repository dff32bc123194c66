import { z } from 'zod';
import { launch } from './launch.ts';
import { pledge } from './pledge.ts';
import { count, nextCursor, pubkey } from './scalars.ts';
import { source } from './source.ts';
import { allocation, refund } from './wallet.ts';

/** What one wallet holds in one launch. */
export const position = z.strictObject({
  launch,
  pledge,
  allocation: allocation.optional().meta({ description: 'Once succeeded or finalized.' }),
  refund: refund.optional().meta({ description: 'Once failed.' }),
});

export const walletPositionsAnswer = z.strictObject({
  source,
  wallet: pubkey,
  count: count.meta({ description: 'Launches in which the wallet has a Pledge, on all pages together.' }),
  next_cursor: nextCursor,
  results: z.array(position).meta({ description: 'Newest launch first.' }),
});

export type PositionAnswer = z.output<typeof position>;
export type WalletPositionsAnswer = z.output<typeof walletPositionsAnswer>;
