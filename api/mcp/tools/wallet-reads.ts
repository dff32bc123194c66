import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { balancesAnswer, balancesInput } from '../../../schemas/mcp/balances.ts';
import {
  activityAnswer,
  activityInput,
  profitAnswer,
  profitInput,
} from '../../../schemas/mcp/wallet-history.ts';
import { atSlot, pageText } from '../../actions/reads/texts.ts';
import { walletActivity } from '../../actions/tokens/activity.ts';
import { walletBalances } from '../../actions/tokens/balances.ts';
import type { TokensContext } from '../../actions/tokens/context.ts';
import { walletProfit } from '../../actions/tokens/profit.ts';
import { defineOwnerTool, OUTSIDE_READ, type Tool, type ToolContext } from '../catalogue/tool.ts';
import { lines } from '../texts.ts';

export const OUTSIDE = { toolset: 'wallet', hints: OUTSIDE_READ } as const;
export const CHAIN_FAILURES = ['CHAIN_READER_MISSING', 'CHAIN_UNREADABLE'] as const;

/** @throws CHAIN_READER_MISSING */
export function tokensOf({ tokens }: ToolContext): TokensContext {
  if (tokens === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return tokens;
}

const getWalletBalances = defineOwnerTool({
  ...OUTSIDE,
  name: 'get_wallet_balances',
  title: 'What a wallet has',
  description:
    "SOL and every token of a wallet, SPL and Token-2022, at one slot, with USD values where a price is known. By default the owner's wallet.",
  failures: ['NAME_UNRESOLVED', ...CHAIN_FAILURES],
  input: balancesInput,
  output: balancesAnswer,
  answer: (context, input, { owner }) =>
    walletBalances(tokensOf(context), context.symbolOf, { ...input, owner }),
  textOf: ({ wallet, slot, commitment, count, results, next_cursor, prices }) =>
    lines(
      `Wallet ${wallet} at slot ${slot} (${commitment}): ${counted(count, 'token account')} with a balance${next_cursor === null ? '' : '; more follow, pass next_cursor as cursor'}. ${prices.missing ?? `Prices by ${prices.source}.`}`,
      results,
      ({ symbol, mint, ui_amount, amount, value_usd }) =>
        `- ${ui_amount ?? `${amount} base units`} ${symbol ?? mint}${value_usd === null ? '' : `, ${value_usd} USD`}`,
    ),
});

const getWalletActivity = defineOwnerTool({
  ...OUTSIDE,
  name: 'get_wallet_activity',
  title: 'What a wallet did',
  description:
    'The newest transactions of a wallet by the node, each with what the index knows of its pledges, refunds and claims.',
  failures: ['NAME_UNRESOLVED', ...CHAIN_FAILURES],
  input: activityInput,
  output: activityAnswer,
  answer: (context, input, { owner }) => walletActivity(tokensOf(context), context, { ...input, owner }),
  textOf: ({ wallet, source, results, next_cursor }) =>
    lines(
      `${pageText(counted(results.length, 'transaction'), next_cursor)} Wallet ${wallet}, escrows as indexed ${atSlot(source)}.`,
      results,
      ({ slot, signature, failed, escrow }) => {
        const moved = escrow?.map(
          ({ kind, launch_id, amount }) => `${kind} in launch ${launch_id}: ${amount}`,
        );
        return `- slot ${slot}: ${signature}${failed ? ' failed' : ''}${moved?.length ? ` (${moved.join('; ')})` : ''}`;
      },
    ),
});

const getWalletProfit = defineOwnerTool({
  ...OUTSIDE,
  name: 'get_wallet_profit',
  title: 'Positions and profit',
  description:
    'What a wallet pledged, was allocated, claimed and sold in each launch, with its realised and unrealised profit as far as the index and executed intents prove it.',
  failures: ['NAME_UNRESOLVED', 'CURSOR_INVALID', ...CHAIN_FAILURES],
  input: profitInput,
  output: profitAnswer,
  answer: (context, input, { owner }) =>
    walletProfit(
      { tokens: tokensOf(context), mirror: context, intents: context.intents.intents },
      { ...input, owner },
    ),
  textOf: ({ wallet, source, results, next_cursor }) =>
    lines(
      `${pageText(counted(results.length, 'launch', 'launches'), next_cursor)} Wallet ${wallet} ${atSlot(source)}.`,
      results,
      ({ launch_id, status, pledged, realised, unrealised_usd, missing }) =>
        [
          `- launch ${launch_id} (${status}): pledged ${pledged} base units`,
          realised === null ? '' : `, realised ${realised}`,
          unrealised_usd === null ? '' : `, unrealised ${unrealised_usd} USD`,
          missing.length === 0 ? '.' : `. Missing: ${missing.join(', ')}.`,
        ].join(''),
    ),
});

/** Reads of a wallet, beside the index. */
export const WALLET_READ_TOOLS: readonly Tool[] = [getWalletBalances, getWalletActivity, getWalletProfit];
