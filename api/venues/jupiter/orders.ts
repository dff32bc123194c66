import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { askVenue } from '../ask.ts';
import type { Venue, VenueParameters } from '../venue.ts';
import { builtFor, type JupiterCall } from './call.ts';
import { openOrders } from './open-orders.ts';
import {
  cancelledOrder,
  limitOrder,
  placesLimit,
  placesRecurring,
  RECURRING_PROGRAM_ID,
  recurringOrder,
  TRIGGER_PROGRAM_ID,
} from './order-terms.ts';
import { endpointOf, type JupiterOptions } from './swap-terms.ts';

export const JUPITER_ORDERS = 'jupiter_orders';

/** Only these hold orders; a transaction that places or cancels one calls no other program of Jupiter. */
export const ORDER_PROGRAMS: readonly Pubkey[] = [TRIGGER_PROGRAM_ID, RECURRING_PROGRAM_ID];

/**
 * Orders that the chain holds, by Jupiter's Trigger and Recurring APIs of version 1, below the URL without the path of
 * its swap API. Their `POST /execute` is not used: the owner signs, and the transaction is sent from here.
 * https://developers.jup.ag/docs/trigger/v1, https://developers.jup.ag/docs/recurring
 */
export function createOrders(options: JupiterOptions): Venue {
  const ask = askVenue({ ...endpointOf(options), venue: JUPITER_ORDERS });
  const caller = { venue: JUPITER_ORDERS, ask, asked: 'the order that was asked for' };
  return {
    ...{ name: JUPITER_ORDERS, kind: 'orders', programs: options.programs, lists: ['orders'] },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async ({ action, owner, parameters, asker }, signal) => {
      const call = owner && callOf(action, owner, parameters);
      if (call === undefined) throw new LaunchlensError('INTERNAL', {});
      return builtFor(call, caller, asker, signal);
    },
    list: async (list, { owner, parameters, asker }, signal) => {
      if (list !== 'orders' || owner === undefined)
        throw new LaunchlensError('VENUE_LISTS_NOTHING', { venue: JUPITER_ORDERS });
      return openOrders(ask, { owner, parameters, asker }, signal);
    },
  };
}

function callOf(action: string, owner: Pubkey, parameters: VenueParameters): JupiterCall | undefined {
  if (action === 'place_limit_order') return placedLimit(owner, parameters);
  if (action === 'place_recurring_order') return placedRecurring(owner, parameters);
  return action === 'cancel_standing_order' ? cancelled(owner, parameters) : undefined;
}

function placedLimit(owner: Pubkey, parameters: VenueParameters): JupiterCall {
  const order = limitOrder.parse(parameters);
  const { input_mint, output_mint, amount, minimum_out, expires_at } = order;
  return {
    path: '/trigger/v1/createOrder',
    body: {
      ...{ inputMint: input_mint, outputMint: output_mint, maker: owner, payer: owner },
      params: {
        ...{ makingAmount: amount.toString(), takingAmount: minimum_out.toString() },
        ...(expires_at !== undefined && { expiredAt: String(expires_at) }),
      },
      computeUnitPrice: 'auto',
    },
    isAsked: (instructions) => placesLimit(instructions, order, owner),
  };
}

function placedRecurring(owner: Pubkey, parameters: VenueParameters): JupiterCall {
  const order = recurringOrder.parse(parameters);
  const { input_mint, output_mint, amount, orders, interval_seconds } = order;
  const time = { inAmount: Number(amount), numberOfOrders: orders, interval: interval_seconds };
  return {
    path: '/recurring/v1/createOrder',
    body: {
      ...{ user: owner, inputMint: input_mint, outputMint: output_mint },
      params: { time: { ...time, minPrice: null, maxPrice: null, startAt: null } },
    },
    isAsked: (instructions) => placesRecurring(instructions, order, owner),
  };
}

function cancelled(owner: Pubkey, parameters: VenueParameters): JupiterCall {
  const { order_id: order, order_type } = cancelledOrder.parse(parameters);
  const isLimit = order_type === 'limit';
  const program = isLimit ? TRIGGER_PROGRAM_ID : RECURRING_PROGRAM_ID;
  return {
    path: isLimit ? '/trigger/v1/cancelOrder' : '/recurring/v1/cancelOrder',
    body: isLimit
      ? { maker: owner, order, computeUnitPrice: 'auto' }
      : { user: owner, order, recurringType: 'time' },
    isAsked: (instructions) =>
      instructions.some(
        (one) => one.program === program && one.accounts.some(({ address }) => address === order),
      ),
  };
}
