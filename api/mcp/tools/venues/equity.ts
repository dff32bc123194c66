import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { mint, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import { slippageBps, swapTerms } from '../../../../schemas/mcp/venue-arguments.ts';
import { draftSwap } from '../../../actions/venues/draft.ts';
import { defineVenueTool } from './define.ts';

const SIDES = ['buy', 'sell'] as const;

interface Order {
  readonly side: (typeof SIDES)[number];
  readonly equity_mint: string;
  readonly payment_mint: string;
}

/** The input of an equity trade, for a quote as for a trade. */
export const equityOrder = {
  side: z.enum(SIDES, { error: `one of ${SIDES.join(', ')}` }).meta({ description: 'To buy or to sell it.' }),
  equity_mint: mint.meta({ description: 'Mint of the tokenized equity, in base58.' }),
  payment_mint: mint.meta({ description: 'Mint of what it is paid with, or sold for.' }),
  amount: movedAmount.meta({
    description: 'What is given, in base units: of payment_mint to buy, of equity_mint to sell.',
  }),
  slippage_bps: slippageBps,
} as const;

const givenOf = ({ side, equity_mint, payment_mint }: Order) =>
  parsePubkey(side === 'buy' ? payment_mint : equity_mint);
const wantedOf = ({ side, equity_mint, payment_mint }: Order) =>
  parsePubkey(side === 'buy' ? equity_mint : payment_mint);

/** @throws PARAMETER_MALFORMED */
export function requireTwoAssets({ equity_mint, payment_mint }: Order): void {
  if (equity_mint !== payment_mint) return;
  const expected = 'another than equity_mint';
  throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'payment_mint', expected });
}

export const tradeEquity = defineVenueTool({
  name: 'trade_equity',
  title: 'Trade an equity',
  description:
    'Proposes to buy or sell a tokenized equity. Gated by jurisdiction, independently of every other tool. That the token is an equity, and which, is not checked.',
  scope: 'equity',
  toolset: 'equity',
  kinds: ['equity'],
  failures: ['VENUE_QUOTE_TOO_LOW'],
  input: { ...equityOrder, minimum_out: swapTerms.minimum_out },
  coherent: requireTwoAssets,
  move: (input) => ({
    outflows: [{ mint: givenOf(input), amount: input.amount }],
    counterparties: [],
  }),
  what: (input) =>
    input.side === 'buy'
      ? `Buy ${input.equity_mint} with ${input.amount} base units of ${input.payment_mint}`
      : `Sell ${input.amount} base units of ${input.equity_mint}`,
  draft: (proposal, input) =>
    draftSwap({ ...proposal, outputMint: wantedOf(input), minimumOut: input.minimum_out }),
});
