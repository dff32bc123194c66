import { counted } from '../../../core/kernel/counted.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { balancesAnswer, balancesInput } from '../../../schemas/mcp/balances.ts';
import {
  findTokenAnswer,
  findTokenInput,
  pricesAnswer,
  pricesInput,
} from '../../../schemas/mcp/token-search.ts';
import { walletBalances } from '../../actions/tokens/balances.ts';
import type { TokensContext } from '../../actions/tokens/context.ts';
import { findTokens } from '../../actions/tokens/find.ts';
import { tokenPrices } from '../../actions/tokens/price-reads.ts';
import { defineOwnerTool, OUTSIDE_READ, type Tool, type ToolContext } from '../catalogue/tool.ts';
import { lines } from '../texts.ts';

const READ = { toolset: 'wallet', hints: OUTSIDE_READ } as const;
const CHAIN_FAILURES = ['CHAIN_READER_MISSING', 'CHAIN_UNREADABLE'] as const;
const PROVIDER_FAILURES = ['VENUE_BUSY', 'VENUE_FAILED', 'VENUE_REFUSED'] as const;

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

const asked = (owner: Pubkey) => ({ lane: 'calls', client: owner }) as const;

const findToken = defineOwnerTool({
  ...READ,
  name: 'find_token',
  title: 'Find a token',
  description:
    'Tokens by mint, symbol or name: metadata, authorities, supply, price, and plain risks that follow from these facts. Check it before a trade of an unknown token.',
  failures: ['MINT_UNKNOWN', ...CHAIN_FAILURES, ...PROVIDER_FAILURES],
  input: findTokenInput,
  output: findTokenAnswer,
  answer: (context, input, { owner }) => findTokens(tokensOf(context), input, asked(owner)),
  textOf: ({ slot, searched, results }) =>
    lines(
      `${counted(results.length, 'token')} at slot ${slot}; searched ${searched.join(', ')}.`,
      results,
      ({ mint, symbol, metadata, price, risks }) =>
        [
          `- ${symbol ?? metadata?.symbol ?? 'no symbol'} ${mint}${price ? `, ${price.usd} USD` : ''}.`,
          ...risks.filter(({ concern }) => concern).map(({ input, text }) => `${text} (${input})`),
        ].join(' '),
    ),
});

const getPrices = defineOwnerTool({
  ...READ,
  name: 'get_prices',
  title: 'Prices',
  description:
    'USD prices of up to 10 tokens by the configured provider, with its time and their age; for one token also hourly prices of up to a week.',
  failures: ['PRICES_NOT_CONFIGURED', 'TOKEN_UNKNOWN', 'TOKEN_AMBIGUOUS', ...PROVIDER_FAILURES],
  input: pricesInput,
  output: pricesAnswer,
  answer: (context, input, { owner }) => tokenPrices(tokensOf(context), input, asked(owner)),
  textOf: ({ source, results, history }) =>
    lines(
      `Prices by ${source}${history ? `, and ${counted(history.hours.length, 'hour')} of the past` : ''}.`,
      results,
      ({ token, mint, price }) =>
        price === null
          ? `- ${token}: no price is known for ${mint}.`
          : `- ${token}: ${price.usd} USD, ${counted(price.age_seconds, 'second')} old.`,
    ),
});

/** Reads of wallets, tokens and prices, beside the index. */
export const TOKEN_TOOLS: readonly Tool[] = [getWalletBalances, findToken, getPrices];
