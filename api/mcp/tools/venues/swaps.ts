import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/moves.ts';
import { inputMint, outputMint, swapTerms } from '../../../../schemas/mcp/venue-arguments.ts';
import { draftSwap } from '../../../actions/venues/draft.ts';
import type { VenueKind } from '../../../venues/venue.ts';
import type { Tool } from '../../catalogue/tool.ts';
import { defineVenueTool } from './define.ts';

interface Mints {
  readonly input_mint: string;
  readonly output_mint: string;
}

interface SwapTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kinds: readonly [VenueKind, ...VenueKind[]];
  readonly input: Readonly<Record<keyof Mints, z.ZodType<string>>>;
}

const EQUITIES =
  'A token that the operator has named as an equity is gated by jurisdiction as in trade_equity; others are not told apart.';
const STAKING = ['staking', 'swap'] as const;
const native = z
  .literal(NATIVE_MINT)
  .default(NATIVE_MINT)
  .meta({ description: 'The native coin; nothing else.' });

/** @throws PARAMETER_MALFORMED */
export function requireTwoMints({ input_mint, output_mint }: Mints): void {
  if (input_mint !== output_mint) return;
  throw new LaunchlensError('PARAMETER_MALFORMED', {
    name: 'output_mint',
    expected: 'another than input_mint',
  });
}

function defineSwap({ input, description, ...traits }: SwapTool): Tool {
  return defineVenueTool({
    ...traits,
    description: `${description} ${EQUITIES}`,
    scope: 'trade',
    toolset: 'trading',
    failures: ['VENUE_QUOTE_TOO_LOW'],
    input: { ...input, ...swapTerms },
    coherent: requireTwoMints,
    move: ({ input_mint, amount }) => ({
      outflows: [{ mint: parsePubkey(input_mint), amount }],
      counterparties: [],
    }),
    trades: ({ input_mint, output_mint }) => [parsePubkey(input_mint), parsePubkey(output_mint)],
    what: ({ input_mint, amount }) => `Swap ${amount} base units of ${input_mint}`,
    draft: (proposal, { output_mint, minimum_out: minimumOut }) =>
      draftSwap({ ...proposal, outputMint: parsePubkey(output_mint), minimumOut }),
  });
}

export const jupiterSwap = defineSwap({
  name: 'jupiter_swap',
  title: 'Swap by Jupiter',
  description: 'Proposes a swap of two tokens along a route of the Jupiter aggregator.',
  kinds: ['swap'],
  input: { input_mint: inputMint, output_mint: outputMint },
});

export const lstSwap = defineSwap({
  name: 'lst_swap',
  title: 'Swap staking tokens',
  description:
    'Proposes a swap of one liquid staking token for another, at the staking venue or, without one, by Jupiter. That the two are staking tokens is not checked.',
  kinds: STAKING,
  input: { input_mint: inputMint, output_mint: outputMint },
});

export const liquidStake = defineSwap({
  name: 'liquid_stake',
  title: 'Stake liquidly',
  description:
    "Proposes to give the chain's native coin for a liquid staking token, at the staking venue or, without one, by a swap of Jupiter.",
  kinds: STAKING,
  input: { input_mint: native, output_mint: outputMint },
});

export const unstakeLst = defineSwap({
  name: 'unstake_lst',
  title: 'Unstake',
  description:
    "Proposes to turn a liquid staking token back into the chain's native coin at once, at the staking venue or, without one, by a swap of Jupiter. It waits for no epoch.",
  kinds: STAKING,
  input: { input_mint: inputMint, output_mint: native },
});
