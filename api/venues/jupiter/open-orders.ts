import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { PUBKEY_TEXT } from '../../../schemas/base58.ts';
import { dateTime } from '../../../schemas/rest/scalars.ts';
import type { VenuePage } from '../../../schemas/venues/protocol.ts';
import type { AskVenue } from '../ask.ts';
import type { VenueAsker, VenueParameters } from '../venue.ts';
import { u64 } from './swap-terms.ts';

type Row = Extract<VenuePage, { list: 'orders' }>['results'][number];

const orderKey = z.string().regex(PUBKEY_TEXT);
const mint = orderKey;
const PAGE = 10;
const paged = { totalPages: z.int().min(0) } as const;

const instant = z.string().transform((text) => (dateTime.safeParse(text).success ? text : null));

const limitRow = z
  .object({
    ...{ orderKey, inputMint: mint, outputMint: mint, createdAt: instant },
    ...{ rawRemainingMakingAmount: u64, rawRemainingTakingAmount: u64 },
  })
  .transform(
    (row): Row => ({
      ...{ order_id: row.orderKey, market: 'limit', side: 'sell', order_type: 'limit', price: null },
      size: { asset: row.inputMint, amount: row.rawRemainingMakingAmount.toString() },
      receives: { asset: row.outputMint, amount: row.rawRemainingTakingAmount.toString() },
      created_at: row.createdAt,
    }),
  );

const recurringRow = z
  .object({
    ...{ orderKey, inputMint: mint, createdAt: instant },
    ...{ rawInDeposited: u64, rawInUsed: u64, rawInWithdrawn: u64 },
  })
  .transform((row): Row => {
    const left = row.rawInDeposited - row.rawInUsed - row.rawInWithdrawn;
    return {
      ...{ order_id: row.orderKey, market: 'recurring', side: 'sell', order_type: 'recurring', price: null },
      size: { asset: row.inputMint, amount: (left > 0n ? left : 0n).toString() },
      ...{ receives: null, created_at: row.createdAt },
    };
  });

const limitPage = z.object({ orders: z.array(limitRow).max(PAGE), ...paged });
const recurringPage = z.object({ time: z.array(recurringRow).max(PAGE), ...paged });

/** Limit orders come first, recurring ones after them. */
const KINDS = ['limit', 'recurring'] as const;
type Kind = (typeof KINDS)[number];

const terms = z.object({
  market: z.string().optional(),
  limit: z.int().min(1),
  cursor: z
    .string()
    .regex(/^(limit|recurring)-[0-9]{1,6}$/)
    .optional(),
});

export interface OpenOrdersOf {
  readonly owner: Pubkey;
  readonly parameters: VenueParameters;
  readonly asker: VenueAsker;
}

/** One page of an owner's open orders. Jupiter pages by ten; a cursor is a kind and how many of it came before. */
export async function openOrders(
  ask: AskVenue,
  { owner, parameters, asker }: OpenOrdersOf,
  signal?: AbortSignal,
): Promise<VenuePage> {
  const { market, limit, cursor } = terms.parse(parameters);
  const kinds = KINDS.filter((kind) => market === undefined || kind === market);
  const [kind = kinds[0], offset = '0'] = (cursor?.split('-') ?? []) as [Kind?, string?];
  if (kind === undefined || !kinds.includes(kind))
    return { list: 'orders', results: [], next_cursor: null, as_of: null };
  const skipped = Number(offset);
  const page = Math.floor(skipped / PAGE) + 1;
  const query = { user: owner, orderStatus: 'active', page: String(page), includeFailedTx: 'false' };
  const { rows, totalPages } = await pageOf(ask, kind, { query, asker, signal });
  const from = skipped % PAGE;
  const results = rows.slice(from, from + limit);
  const isMore = from + results.length < rows.length || page < totalPages;
  const next = kinds[kinds.indexOf(kind) + 1];
  const following = isMore ? `${kind}-${skipped + results.length}` : next && `${next}-0`;
  return { list: 'orders', results, next_cursor: following ?? null, as_of: null };
}

interface PageOf {
  readonly query: Readonly<Record<string, string>>;
  readonly asker: VenueAsker;
  readonly signal: AbortSignal | undefined;
}

async function pageOf(ask: AskVenue, kind: Kind, { query, asker, signal }: PageOf) {
  if (kind === 'limit') {
    const path = `/trigger/v1/getTriggerOrders?${new URLSearchParams(query)}`;
    const { orders, totalPages } = await ask({ path, asker }, limitPage, signal);
    return { rows: orders, totalPages };
  }
  const path = `/recurring/v1/getRecurringOrders?${new URLSearchParams({ ...query, recurringType: 'time' })}`;
  const { time, totalPages } = await ask({ path, asker }, recurringPage, signal);
  return { rows: time, totalPages };
}
