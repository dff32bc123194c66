import { z } from 'zod';
import { type Pubkey, parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { mint } from '../../../../schemas/mcp/arguments.ts';
import {
  leverage,
  margin,
  marginMint,
  marketName,
  positionId,
  shareBps,
  slippageBps,
} from '../../../../schemas/mcp/venue-arguments.ts';
import type { Tool } from '../../catalogue/tool.ts';
import { defineVenueTool } from './define.ts';

export const PERPS = { scope: 'perps', toolset: 'perps', kinds: ['perps'] } as const;
/** No country rule may keep somebody in a position. */
export const EXIT = { ...PERPS, reducesRisk: true } as const;
export const NOTHING_LEAVES = () => ({ outflows: [], counterparties: [] });
const RISK = 'All of the margin can be lost. Gated by jurisdiction.';

export const marginLeaves = ({ margin_mint, margin: amount }: { margin_mint: string; margin: bigint }) => ({
  outflows: [{ mint: parsePubkey(margin_mint) as Pubkey, amount }],
  counterparties: [],
});

const openPerp = (name: string, title: string, side: 'long' | 'short'): Tool =>
  defineVenueTool({
    ...PERPS,
    name,
    title,
    description: `Proposes to open a ${side} perpetual position. ${RISK}`,
    input: { market: marketName, margin_mint: marginMint, margin, leverage, slippage_bps: slippageBps },
    move: marginLeaves,
    what: ({ market, margin_mint, margin: amount, leverage: times }) =>
      `Open a ${side} position in ${market} with ${amount} base units of ${margin_mint} as margin at ${times}x leverage`,
  });

export const perpOpenLong = openPerp('perp_open_long', 'Open a long', 'long');
export const perpOpenShort = openPerp('perp_open_short', 'Open a short', 'short');

/** A share in basis points, as a percentage: 2550 is 25.5%. */
const inPart = (share: number) => (share === 10_000 ? 'all' : `${share / 100}%`);

export const perpClose = defineVenueTool({
  ...EXIT,
  name: 'perp_close',
  title: 'Close a perpetual',
  description: "Proposes to close the owner's perpetual position in a market, wholly or in part.",
  input: { market: marketName, share_bps: shareBps, slippage_bps: slippageBps },
  move: NOTHING_LEAVES,
  what: ({ market, share_bps }) => `Close ${inPart(share_bps)} of the position in ${market}`,
});

const closePosition = (name: string, title: string, what: string, traits: typeof PERPS | typeof EXIT): Tool =>
  defineVenueTool({
    ...traits,
    name,
    title,
    description: `Proposes to close ${what}, wholly or in part.`,
    input: { position_id: positionId, share_bps: shareBps, slippage_bps: slippageBps },
    move: NOTHING_LEAVES,
    what: ({ position_id, share_bps }) => `Close ${inPart(share_bps)} of position ${position_id}`,
  });

export const closePerpPosition = closePosition(
  'close_perp_position',
  'Close a position',
  'one position on a perpetual market, by its id',
  EXIT,
);
export const leverageClose = closePosition(
  'leverage_close',
  'Close leverage',
  'a synthetic leveraged position',
  PERPS,
);
export const shortClose = closePosition('short_close', 'Close a short', 'a synthetic short position', PERPS);

const openSynthetic = (name: string, title: string, side: 'long' | 'short'): Tool =>
  defineVenueTool({
    ...PERPS,
    name,
    title,
    description: `Proposes to open a synthetic ${side} position in a token, against margin. ${RISK}`,
    input: { mint, margin_mint: marginMint, margin, leverage, slippage_bps: slippageBps },
    move: marginLeaves,
    trades: ({ mint: token }) => [parsePubkey(token)],
    what: ({ mint: token, margin_mint, margin: amount, leverage: times }) =>
      `Open a synthetic ${side} position in ${token} with ${amount} base units of ${margin_mint} as margin at ${times}x leverage`,
  });

export const leverageLong = openSynthetic('leverage_long', 'Leverage long', 'long');
export const shortOpen = openSynthetic('short_open', 'Open a synthetic short', 'short');

const CHANGES = ['add_margin', 'remove_margin', 'increase_size', 'decrease_size'] as const;
/** These take margin out of the wallet; the others return some. */
const GIVING: readonly string[] = ['add_margin', 'increase_size'];

export const perpModify = defineVenueTool({
  ...PERPS,
  name: 'perp_modify',
  title: 'Modify a perpetual',
  description:
    "Proposes to change size or margin of the owner's perpetual position in a market. For add_margin and increase_size the margin leaves the wallet; for the others it comes back.",
  input: {
    market: marketName,
    change: z.enum(CHANGES, { error: `one of ${CHANGES.join(', ')}` }).meta({ description: 'What changes.' }),
    margin_mint: marginMint,
    margin,
    slippage_bps: slippageBps,
  },
  move: (input) => (GIVING.includes(input.change) ? marginLeaves(input) : NOTHING_LEAVES()),
  what: ({ market, change, margin_mint, margin: amount }) =>
    `Change the position in ${market}: ${change.replace('_', ' ')}, ${amount} base units of ${margin_mint}`,
});
