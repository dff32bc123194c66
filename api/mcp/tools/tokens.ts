import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { balancesAnswer, balancesInput } from '../../../schemas/mcp/balances.ts';
import { walletBalances } from '../../actions/tokens/balances.ts';
import type { TokensContext } from '../../actions/tokens/context.ts';
import { defineOwnerTool, OUTSIDE_READ, type Tool, type ToolContext } from '../catalogue/tool.ts';
import { lines } from '../texts.ts';

const READ = { toolset: 'wallet', hints: OUTSIDE_READ } as const;
const CHAIN_FAILURES = ['CHAIN_READER_MISSING', 'CHAIN_UNREADABLE'] as const;

/** @throws CHAIN_READER_MISSING */
function tokensOf({ tokens }: ToolContext): TokensContext {
  if (tokens === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return tokens;
}

const getWalletBalances = defineOwnerTool({
  ...READ,
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

/** Reads of wallets, tokens and prices, beside the index. */
export const TOKEN_TOOLS: readonly Tool[] = [getWalletBalances];
