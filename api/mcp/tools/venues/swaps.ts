import { z } from 'zod';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/native-coin.ts';
import { mint, movedAmount, oneOf } from '../../../../schemas/mcp/arguments.ts';
import { inputMint, minimumOut, outputMint, slippageBps, swapTerms } from '../../../../schemas/mcp/venues.ts';
import { draftSwap } from '../../../actions/venues/builder.ts';
import type { Tool } from '../../catalogue/tool.ts';
import { defineVenueTool, requireArgument, tokens, type VenueKinds } from './define.ts';

interface Mints {
  readonly input_mint: string;
  readonly output_mint: string;
}

interface SwapTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kinds: VenueKinds;
  readonly input: Readonly<Record<keyof Mints, z.ZodType<string>>>;
}

const EQUITIES =
  'A token that the operator marked as an equity is gated by jurisdiction as in trade_equity; unmarked tokens are not checked.';
const STAKING = ['staking', 'swap'] as const;
const native = z
  .literal(NATIVE_MINT)
  .default(NATIVE_MINT)
  .meta({ description: 'The native coin; nothing else.' });

/** @throws PARAMETER_MALFORMED */
export const requireTwoMints = ({ input_mint, output_mint }: Mints): void =>
  requireArgument(input_mint !== output_mint, 'output_mint', 'a mint other than input_mint');

function defineSwap({ input, description, ...traits }: SwapTool): Tool {
  return defineVenueTool({
    ...traits,
    description: `${description} ${EQUITIES}`,
    scope: 'trade',
    toolset: 'trading',
    failures: ['VENUE_QUOTE_TOO_LOW'],
    input: { ...input, ...swapTerms },
    coherent: requireTwoMints,
    leaves: ({ input_mint, amount }) => tokens(input_mint, amount),
    trades: ({ input_mint, output_mint }) => [input_mint, output_mint],
    what: ({ input_mint, amount }) => `Swap ${amount} base units of ${input_mint}`,
    draft: (proposal, { output_mint, minimum_out }) =>
      draftSwap({ ...proposal, outputMint: parsePubkey(output_mint), minimumOut: minimum_out }),
  });
}

export const SWAP_TOOLS: readonly Tool[] = [
  defineSwap({
    name: 'jupiter_swap',
    title: 'Swap by Jupiter',
    description: 'Proposes a swap of two tokens along a route of the Jupiter aggregator.',
    kinds: ['swap'],
    input: { input_mint: inputMint, output_mint: outputMint },
  }),
  defineSwap({
    name: 'liquid_stake',
    title: 'Stake liquidly',
    description:
      "Proposes to give the chain's native coin for a liquid staking token, at the staking venue or, if none is configured, by a Jupiter swap.",
    kinds: STAKING,
    input: { input_mint: native, output_mint: outputMint },
  }),
  defineSwap({
    name: 'lst_swap',
    title: 'Swap staking tokens',
    description:
      'Proposes a swap of one liquid staking token for another, at the staking venue or, if none is configured, by Jupiter. It does not check that the two are staking tokens.',
    kinds: STAKING,
    input: { input_mint: inputMint, output_mint: outputMint },
  }),
  defineSwap({
    name: 'unstake_lst',
    title: 'Unstake',
    description:
      "Proposes to turn a liquid staking token back into the chain's native coin at once, at the staking venue or, if none is configured, by a Jupiter swap. It waits for no epoch.",
    kinds: STAKING,
    input: { input_mint: inputMint, output_mint: native },
  }),
];

/** The input of an equity trade, for a quote as for a trade. */
export const equityOrder = {
  side: oneOf(['buy', 'sell'], 'To buy or to sell it.'),
  equity_mint: mint.meta({ description: 'Mint of the tokenized equity, in base58.' }),
  payment_mint: mint.meta({ description: 'Mint of what it is paid with, or sold for.' }),
  amount: movedAmount.meta({
    description: 'What is given, in base units: of payment_mint to buy, of equity_mint to sell.',
  }),
  slippage_bps: slippageBps,
} as const;

type EquityOrder = z.output<z.ZodObject<typeof equityOrder>>;

/** @throws PARAMETER_MALFORMED */
export const requireTwoAssets = ({
  equity_mint,
  payment_mint,
}: Pick<EquityOrder, 'equity_mint' | 'payment_mint'>) =>
  requireArgument(equity_mint !== payment_mint, 'payment_mint', 'a mint other than equity_mint');

export const tradeEquity = defineVenueTool({
  name: 'trade_equity',
  title: 'Trade an equity',
  description:
    'Proposes to buy or sell a tokenized equity. Gated by jurisdiction, independently of every other tool. It does not check that the token is an equity, or which one.',
  scope: 'equity',
  toolset: 'equity',
  kinds: ['equity'],
  failures: ['VENUE_QUOTE_TOO_LOW'],
  input: { ...equityOrder, minimum_out: minimumOut },
  coherent: requireTwoAssets,
  leaves: ({ side, equity_mint, payment_mint, amount }) =>
    tokens(side === 'buy' ? payment_mint : equity_mint, amount),
  what: ({ side, equity_mint, payment_mint, amount }) =>
    side === 'buy'
      ? `Buy ${equity_mint} with ${amount} base units of ${payment_mint}`
      : `Sell ${amount} base units of ${equity_mint}`,
  draft: (proposal, { side, equity_mint, payment_mint, minimum_out }) => {
    const wanted = side === 'buy' ? equity_mint : payment_mint;
    return draftSwap({ ...proposal, outputMint: parsePubkey(wanted), minimumOut: minimum_out });
  },
});
