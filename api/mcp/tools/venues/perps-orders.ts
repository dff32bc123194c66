import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import {
  leverage,
  margin,
  marginMint,
  marketName,
  orderId,
  price,
  slippageBps,
} from '../../../../schemas/mcp/venue-arguments.ts';
import { defineVenueTool } from './define.ts';
import { EXIT, marginLeaves, NOTHING_LEAVES, PERPS } from './perps-positions.ts';

const SIDES = ['long', 'short'] as const;
const ORDER_TYPES = ['market', 'limit'] as const;

export const placePerpOrder = defineVenueTool({
  ...PERPS,
  name: 'place_perp_order',
  title: 'Place an order',
  description:
    'Proposes an order on a perpetual market: at the market price, or at `price` or better with order_type limit. With reduce_only it only makes a position smaller, and takes no margin. All of the margin can be lost. Gated by jurisdiction.',
  input: {
    market: marketName,
    side: z
      .enum(SIDES, { error: `one of ${SIDES.join(', ')}` })
      .meta({ description: 'Which way the order bets.' }),
    order_type: z
      .enum(ORDER_TYPES, { error: `one of ${ORDER_TYPES.join(', ')}` })
      .default('market')
      .meta({ description: 'At the market price, or at `price`.' }),
    price: price
      .optional()
      .meta({ description: 'Limit price, as a decimal string; with order_type limit alone.' }),
    margin_mint: marginMint,
    margin,
    leverage,
    reduce_only: z
      .boolean({ error: 'true or false' })
      .default(false)
      .meta({ description: 'Whether it may only make a position smaller.' }),
    slippage_bps: slippageBps,
  },
  coherent: ({ order_type, price: limit }) => {
    if ((order_type === 'limit') === (limit !== undefined)) return;
    const expected = order_type === 'limit' ? 'given for a limit order' : 'left out for a market order';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'price', expected });
  },
  move: (input) => (input.reduce_only ? NOTHING_LEAVES() : marginLeaves(input)),
  what: ({
    market,
    side,
    order_type,
    price: limit,
    margin_mint,
    margin: amount,
    leverage: times,
    reduce_only,
  }) =>
    [
      `Place a ${side} ${order_type} order in ${market}`,
      `with ${amount} base units of ${margin_mint} as margin at ${times}x leverage`,
      limit && `at a limit price of ${limit}`,
      reduce_only && '(reduce only)',
    ]
      .filter(Boolean)
      .join(' '),
});

export const cancelPerpOrder = defineVenueTool({
  ...EXIT,
  name: 'cancel_perp_order',
  title: 'Cancel an order',
  description: 'Proposes to cancel an open order on a perpetual market.',
  input: { market: marketName, order_id: orderId },
  move: NOTHING_LEAVES,
  what: ({ market, order_id }) => `Cancel order ${order_id} in ${market}`,
});

export const setPerpTpsl = defineVenueTool({
  ...EXIT,
  name: 'set_perp_tpsl',
  title: 'Set exits',
  description:
    'Proposes the prices at which a perpetual position takes its profit or stops its loss; at least one of the two. Whether an exit is met is up to the venue.',
  input: {
    market: marketName,
    take_profit: price.optional().meta({ description: 'Price, as a decimal string.' }),
    stop_loss: price.optional().meta({ description: 'Price, as a decimal string.' }),
  },
  coherent: ({ take_profit, stop_loss }) => {
    if (take_profit !== undefined || stop_loss !== undefined) return;
    throw new LaunchlensError('PARAMETER_MALFORMED', {
      name: 'take_profit',
      expected: 'given, or stop_loss, or both',
    });
  },
  move: NOTHING_LEAVES,
  what: ({ market, take_profit, stop_loss }) =>
    [
      `Set exits of the position in ${market}:`,
      [take_profit && `take profit at ${take_profit}`, stop_loss && `stop loss at ${stop_loss}`]
        .filter(Boolean)
        .join(', '),
    ].join(' '),
});
