import { counted } from '../../../core/kernel/counted.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import {
  findTokenAnswer,
  findTokenInput,
  pricesAnswer,
  pricesInput,
} from '../../../schemas/mcp/token-search.ts';
import { findTokens } from '../../actions/tokens/find.ts';
import { tokenPrices } from '../../actions/tokens/price-reads.ts';
import { defineOwnerTool, type Tool } from '../catalogue/tool.ts';
import { lines } from '../texts.ts';
import { CHAIN_FAILURES, OUTSIDE, tokensOf } from './wallet-reads.ts';

const PROVIDER_FAILURES = ['VENUE_BUSY', 'VENUE_FAILED', 'VENUE_REFUSED'] as const;

const asked = (owner: Pubkey) => ({ lane: 'calls', client: owner }) as const;

const findToken = defineOwnerTool({
  ...OUTSIDE,
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
  ...OUTSIDE,
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

/** Reads of tokens and prices, beside the index. */
export const TOKEN_TOOLS: readonly Tool[] = [findToken, getPrices];
