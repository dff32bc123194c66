import { flag, mint, oneOf } from '../../../../schemas/mcp/arguments.ts';
import {
  leverage,
  marginTerms,
  marketName,
  orderId,
  positionId,
  price,
  shareBps,
  slippageBps,
} from '../../../../schemas/mcp/venues.ts';
import { sentences } from '../../texts.ts';
import { defineVenueTool, requireArgument, tokens } from './define.ts';

const PERPS = { scope: 'perps', toolset: 'perps', kinds: ['perps'] } as const;
/** No country rule may keep somebody in a position. */
const EXIT = { ...PERPS, reducesRisk: true } as const;
const RISK = 'All of the margin can be lost. Gated by jurisdiction.';

interface Margin {
  readonly margin_mint: string;
  readonly margin: bigint;
}

const marginLeaves = ({ margin_mint, margin }: Margin) => tokens(margin_mint, margin);

const withMargin = ({ margin_mint, margin, leverage: times }: Margin & { readonly leverage: number }) =>
  `with ${margin} base units of ${margin_mint} as margin at ${times}x leverage`;

/** A share in basis points, as a percentage: 2550 is 25.5%. */
const inPart = (share: number) => (share === 10_000 ? 'all' : `${share / 100}%`);

const opening = (name: string, title: string, side: 'long' | 'short') =>
  defineVenueTool({
    ...PERPS,
    name,
    title,
    description: `Proposes to open a ${side} perpetual position. ${RISK}`,
    input: { market: marketName, ...marginTerms, leverage, slippage_bps: slippageBps },
    leaves: marginLeaves,
    what: ({ market, ...terms }) => `Open a ${side} position in ${market} ${withMargin(terms)}`,
  });

const openingSynthetic = (name: string, title: string, side: 'long' | 'short') =>
  defineVenueTool({
    ...PERPS,
    name,
    title,
    description: `Proposes to open a synthetic ${side} position in a token, against margin. ${RISK}`,
    input: { mint, ...marginTerms, leverage, slippage_bps: slippageBps },
    leaves: marginLeaves,
    trades: ({ mint: token }) => [token],
    what: ({ mint: token, ...terms }) => `Open a synthetic ${side} position in ${token} ${withMargin(terms)}`,
  });

const closing = (name: string, title: string, what: string, traits: typeof PERPS | typeof EXIT) =>
  defineVenueTool({
    ...traits,
    name,
    title,
    description: `Proposes to close ${what}, wholly or in part.`,
    input: { position_id: positionId, share_bps: shareBps, slippage_bps: slippageBps },
    what: ({ position_id, share_bps }) => `Close ${inPart(share_bps)} of position ${position_id}`,
  });

/** These take margin out of the wallet; the other changes return some. */
const GIVING: readonly string[] = ['add_margin', 'increase_size'];

export const PERPS_TOOLS = [
  defineVenueTool({
    ...EXIT,
    name: 'cancel_perp_order',
    title: 'Cancel an order',
    description: 'Proposes to cancel an open order on a perpetual market.',
    input: { market: marketName, order_id: orderId },
    what: ({ market, order_id }) => `Cancel order ${order_id} in ${market}`,
  }),
  closing('close_perp_position', 'Close a position', 'one position on a perpetual market, by its id', EXIT),
  closing('leverage_close', 'Close leverage', 'a synthetic leveraged position', PERPS),
  openingSynthetic('leverage_long', 'Leverage long', 'long'),
  defineVenueTool({
    ...EXIT,
    name: 'perp_close',
    title: 'Close a perpetual',
    description: "Proposes to close the owner's perpetual position in a market, wholly or in part.",
    input: { market: marketName, share_bps: shareBps, slippage_bps: slippageBps },
    what: ({ market, share_bps }) => `Close ${inPart(share_bps)} of the position in ${market}`,
  }),
  defineVenueTool({
    ...PERPS,
    name: 'perp_modify',
    title: 'Modify a perpetual',
    description:
      "Proposes to change the size or the margin of the owner's perpetual position in a market. For add_margin and increase_size the margin leaves the wallet; for the others it comes back.",
    input: {
      market: marketName,
      change: oneOf(['add_margin', 'remove_margin', 'increase_size', 'decrease_size'], 'What changes.'),
      ...marginTerms,
      slippage_bps: slippageBps,
    },
    leaves: (input) => (GIVING.includes(input.change) ? marginLeaves(input) : undefined),
    receives: ({ change, margin_mint, margin }) =>
      GIVING.includes(change) ? undefined : { asset: margin_mint, amount: margin },
    what: ({ market, change, margin_mint, margin }) =>
      `Change the position in ${market}: ${change.replace('_', ' ')}, ${margin} base units of ${margin_mint}`,
  }),
  opening('perp_open_long', 'Open a long', 'long'),
  opening('perp_open_short', 'Open a short', 'short'),
  defineVenueTool({
    ...PERPS,
    name: 'place_perp_order',
    title: 'Place an order',
    description: `Proposes an order on a perpetual market: at the market price, or at \`price\` or better with order_type limit. With reduce_only it only makes a position smaller, and takes no margin. ${RISK}`,
    input: {
      market: marketName,
      side: oneOf(['long', 'short'], 'The direction of the order.'),
      order_type: oneOf(['market', 'limit'], 'At the market price, or at `price`.').default('market'),
      price: price
        .optional()
        .meta({ description: 'Limit price, as a decimal string; only with order_type limit.' }),
      ...marginTerms,
      leverage,
      reduce_only: flag('Whether it may only make a position smaller.').default(false),
      slippage_bps: slippageBps,
    },
    coherent: ({ order_type, price: limit }) =>
      requireArgument(
        (order_type === 'limit') === (limit !== undefined),
        'price',
        order_type === 'limit' ? 'given for a limit order' : 'left out for a market order',
      ),
    leaves: (input) => (input.reduce_only ? undefined : marginLeaves(input)),
    what: ({ market, side, order_type, price: limit, reduce_only, ...terms }) =>
      sentences([
        `Place a ${side} ${order_type} order in ${market} ${withMargin(terms)}`,
        limit && `at a limit price of ${limit}`,
        reduce_only && '(reduce only)',
      ]),
  }),
  defineVenueTool({
    ...EXIT,
    name: 'set_perp_tpsl',
    title: 'Set exits',
    description:
      'Proposes the prices at which a perpetual position takes its profit or stops its loss; at least one of the two. The venue decides whether an exit is met.',
    input: {
      market: marketName,
      take_profit: price.optional().meta({ description: 'Price, as a decimal string.' }),
      stop_loss: price.optional().meta({ description: 'Price, as a decimal string.' }),
    },
    coherent: ({ take_profit, stop_loss }) =>
      requireArgument(
        take_profit !== undefined || stop_loss !== undefined,
        'take_profit',
        'given, or stop_loss, or both',
      ),
    what: ({ market, take_profit, stop_loss }) => {
      const exits = [
        take_profit && `take profit at ${take_profit}`,
        stop_loss && `stop loss at ${stop_loss}`,
      ];
      return `Set exits of the position in ${market}: ${exits.filter(Boolean).join(', ')}`;
    },
  }),
  closing('short_close', 'Close a short', 'a synthetic short position', PERPS),
  openingSynthetic('short_open', 'Open a synthetic short', 'short'),
];
