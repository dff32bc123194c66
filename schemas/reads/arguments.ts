import { z } from 'zod';
import { ACTIVITY_KINDS } from '../activity-kinds.ts';
import { LAUNCH_STATUSES } from '../launch-statuses.ts';
import { PAYOUT_STATUSES } from '../payout-statuses.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../rest/orders.ts';
import { BUCKET_EDGES } from '../rest/pledge-distribution.ts';
import * as scalars from '../rest/scalars.ts';
import { REWARD_PROGRAMS } from '../reward-programs.ts';
import * as argument from './argument.ts';

/** The arguments of the reads. A description is one sentence that fits a URL and a tool call alike. */

export const launchId = argument.id64('Id of the launch');
export const wallet = argument.pubkey("The wallet's public key, in base58.");
export const walletPart = argument.optionalPubkey("Adds this wallet's pledge and its allocation or refund.");
export const searched = argument.named("A launch id, an address or a transaction's signature.");
export const account = argument.pubkey("The account's address, in base58.");

export const mints = argument.pubkeys(20, 'Mints in base58, at most 20, separated by commas.');

export const status = argument.choice(LAUNCH_STATUSES, 'Only launches of this status.');
export const launchOrder = argument.choice(
  LAUNCH_ORDERS,
  'Newest launch first, largest raise first, or next to end first; ties by `launch_id`.',
  'newest',
);
export const pledgeOrder = argument.choice(
  PLEDGE_ORDERS,
  "By the pledgers' keys, or largest, newest or last changed first; ties by key.",
  'pledger',
);
export const minAmount = argument.amount('Only pledges of at least this amount, in base units.');

export const points = argument.size(
  2,
  1000,
  100,
  'Maximum number of points. A raise with more steps is thinned evenly.',
);
export const around = argument.slots(
  'a slot',
  scalars.slot,
  'The slot whose neighbours are wanted; that of the answer by default.',
);
export const buckets = argument.size(1, 100, 20, 'Maximum number of buckets in the histogram.');
export const edges = argument.choice(
  BUCKET_EDGES,
  'Buckets from the smallest to the largest pledge, or with round edges around them, for charts.',
  'exact',
);
export const ofLaunch = argument.optionalId64('Only activity of this launch');
export const activityKind = argument.choice(ACTIVITY_KINDS, 'Only activity of this kind.');
export const limit = argument.size(1, 200, 50, 'Maximum number of results per page.');
export const cursor = argument.cursorOf(
  '`next_cursor` of the previous page. All pages of one listing show the slot of the first.',
);

/** Which state to answer from; every read of the mirror takes these. */
export const freshness = {
  as_of_slot: argument.slots(
    'a slot',
    scalars.slot,
    'The state exactly at this slot; the newest by default.',
  ),
  min_slot: argument.slots(
    'a slot',
    scalars.slot,
    'Answers only with this slot or a later one: waits up to two seconds for the index to reach it, then fails. Use it after your own transaction.',
  ),
  max_lag_slots: argument.slots(
    'a number of slots',
    scalars.count,
    'Fails instead of answering from an index that is more than this many slots behind the chain.',
  ),
} as const;

/** The arguments of every page of a listing. */
export const page = { limit, cursor, ...freshness } as const;

export const rewardWallet = {
  ...argument.optionalPubkey("The owner's wallet if omitted; can name an agent wallet of the same owner."),
  // In a URL, anything that is not a wallet cannot belong to the account, and is refused as such.
  parse: z.string({ error: 'given once' }).optional(),
} as const;
export const rewardProgram = argument.choice(REWARD_PROGRAMS, 'Only records of this programme.');
export const rewardOffset = argument.offset('Rows to skip.');
export const ledgerRevision = argument.slots(
  'a revision of the ledger',
  scalars.count,
  'Only events up to this revision of the ledger; the newest by default. With the `ledger_revision` of the first page, later pages list the same records.',
);
export const payoutId = argument.rowId('Id of the payout request.');
export const payoutStatus = argument.choice(PAYOUT_STATUSES, 'Only payout requests of this status.');
