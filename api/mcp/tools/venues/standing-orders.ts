import { checkedPubkey } from '../../../../schemas/base58.ts';
import { movedAmount, oneOf, whole } from '../../../../schemas/mcp/arguments.ts';
import { inputMint, outputMint } from '../../../../schemas/mcp/venues.ts';
import { defineVenueTool, requireArgument, tokens } from './define.ts';
import { requireTwoMints } from './swaps.ts';

const ORDERS = { scope: 'trade', toolset: 'trading', kinds: ['orders'] } as const;
const HELD = 'The chain holds the order, so it is executed without a further signature.';
const YEAR = 31_536_000;
const LAST_SECOND = 253_402_300_799;

/** The specification has no tools for them, so they are only actions of `create_execution_intent`. */
export const STANDING_ORDERS = [
  defineVenueTool({
    ...ORDERS,
    name: 'place_limit_order',
    title: 'Place a limit order',
    description: `Proposes an order that sells tokens once they give at least minimum_out, which is a price above the present one. It cannot stop a loss. ${HELD}`,
    input: {
      input_mint: inputMint,
      output_mint: outputMint,
      amount: movedAmount,
      minimum_out: movedAmount.meta({ description: 'What the whole amount has to give, in base units.' }),
      expires_at: whole(
        1,
        LAST_SECOND,
        'When the order ends, in Unix seconds; without it, never.',
      ).optional(),
    },
    coherent: requireTwoMints,
    leaves: ({ input_mint, amount }) => tokens(input_mint, amount),
    receives: ({ output_mint, minimum_out }) => ({ asset: output_mint, amount: minimum_out }),
    trades: ({ input_mint, output_mint }) => [input_mint, output_mint],
    what: ({ input_mint, output_mint, amount, minimum_out }) =>
      `Place an order to sell ${amount} base units of ${input_mint} once they give ${minimum_out} base units of ${output_mint}`,
  }),
  defineVenueTool({
    ...ORDERS,
    name: 'place_recurring_order',
    title: 'Place a recurring order',
    description: `Proposes orders that each sell an equal part of the amount, one at every interval, at the price of that time. ${HELD}`,
    input: {
      input_mint: inputMint,
      output_mint: outputMint,
      amount: movedAmount,
      orders: whole(2, 1_000, 'Number of orders.'),
      interval_seconds: whole(60, YEAR, 'Seconds between two orders.'),
    },
    coherent: (input) => {
      requireTwoMints(input);
      requireArgument(
        input.amount <= BigInt(Number.MAX_SAFE_INTEGER),
        'amount',
        'at most 9007199254740991 base units for a recurring order',
      );
    },
    leaves: ({ input_mint, amount }) => tokens(input_mint, amount),
    receives: ({ output_mint }) => ({ asset: output_mint, amount: undefined }),
    trades: ({ input_mint, output_mint }) => [input_mint, output_mint],
    what: ({ input_mint, output_mint, amount, orders, interval_seconds }) =>
      `Place ${orders} orders that sell ${amount} base units of ${input_mint} in equal parts for ${output_mint}, one every ${interval_seconds} seconds`,
  }),
  defineVenueTool({
    ...ORDERS,
    name: 'cancel_standing_order',
    title: 'Cancel a standing order',
    description: 'Proposes to cancel an open limit or recurring order. What it has left comes back.',
    reducesRisk: true,
    input: {
      order_id: checkedPubkey.meta({ description: 'Id of the order, as list_venue names it.' }),
      order_type: oneOf(['limit', 'recurring'], 'Which kind of order it is.'),
    },
    what: ({ order_id, order_type }) => `Cancel the ${order_type} order ${order_id}`,
  }),
];
