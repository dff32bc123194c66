import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { movedAmount } from '../../../../schemas/mcp/arguments.ts';
import {
  inputMint,
  outputMint,
  type QuotesAnswer,
  quotesAnswer,
  slippageBps,
} from '../../../../schemas/mcp/venues.ts';
import type { AgentPrincipal } from '../../../access/agents/principal.ts';
import { askingNetwork } from '../../../access/asking-network.ts';
import { parametersOf } from '../../../actions/venues/builder.ts';
import { quotesOf } from '../../../actions/venues/quotes.ts';
import type { VenueAsker } from '../../../venues/venue.ts';
import { defineTool, OUTSIDE_READ, type Tool, type ToolContext } from '../../catalogue/tool.ts';
import { VENUE_FAILURES, type VenueKinds, venuesOf } from './define.ts';
import { equityOrder, requireTwoAssets, requireTwoMints } from './swaps.ts';

const QUOTES = {
  scope: 'quote',
  toolset: 'quotes',
  hints: OUTSIDE_READ,
  failures: VENUE_FAILURES,
  output: quotesAnswer,
  textOf,
} as const;

interface QuoteCall {
  readonly action: string;
  readonly kinds: VenueKinds;
  readonly caller: AgentPrincipal | undefined;
}

async function quote(
  context: ToolContext,
  input: Readonly<Record<string, unknown>>,
  { action, kinds, caller }: QuoteCall,
): Promise<Omit<QuotesAnswer, 'notice'>> {
  const venues = venuesOf(context);
  const first = venues.of(...kinds);
  const found = kinds.flatMap((kind) => venues.find(kind) ?? []);
  const request = { action, owner: undefined, parameters: parametersOf(input), asker: askerOf(caller) };
  return quotesOf(found.length > 0 ? found : [first], request, venues.clock);
}

function askerOf(caller: AgentPrincipal | undefined): VenueAsker {
  if (caller !== undefined) return { lane: 'calls', client: caller.owner };
  return { lane: 'quotes', client: askingNetwork() ?? '' };
}

function textOf({ quotes, unanswered, notice }: QuotesAnswer): string {
  const lines = quotes.map(
    ({ venue, label, receives: { amount, minimum, asset } }) =>
      `- ${venue} (${label}): ${amount} base units of ${asset}, at least ${minimum} within the slippage`,
  );
  const missing = unanswered.map(({ venue, code }) => `${venue} gave none (${code})`).join(', ');
  return [
    `${counted(quotes.length, 'quote', 'quotes')}, most received first; nothing was executed.`,
    ...lines,
    missing && `${missing}.`,
    notice,
  ]
    .filter(Boolean)
    .join('\n');
}

export const QUOTE_TOOLS: readonly Tool[] = [
  defineTool({
    ...QUOTES,
    name: 'equity_quote',
    market: 'equity',
    title: 'Equity quote',
    description:
      'Quotes what buying or selling a tokenized equity would give, at the venue for equities. The prices are the venue’s and change at once. Gated by jurisdiction as trade_equity is, so it needs a credential whose owner declared a country. It executes nothing.',
    input: z.strictObject(equityOrder),
    answer: async (context, input, caller) => {
      requireTwoAssets(input);
      const call = { action: 'equity_quote', kinds: ['equity'], caller } as const;
      return { ...(await quote(context, input, call)), notice: null };
    },
  }),
  defineTool({
    ...QUOTES,
    name: 'get_quotes',
    title: 'Swap quotes',
    narrow: ['lite', 'plugin'],
    description:
      'Quotes routes for a swap of two tokens, side by side. It asks every swap and staking venue that the operator configured; the prices are theirs and change at once. A token that the operator marked as an equity is gated by jurisdiction as in trade_equity. It executes nothing.',
    input: z.strictObject({
      input_mint: inputMint,
      output_mint: outputMint,
      amount: movedAmount,
      slippage_bps: slippageBps,
    }),
    effect: (context, { input_mint, output_mint }) => ({
      market: venuesOf(context).marketOf([parsePubkey(input_mint), parsePubkey(output_mint)]),
    }),
    answer: async (context, input, caller) => {
      requireTwoMints(input);
      const call = { action: 'get_quotes', kinds: ['swap', 'staking'], caller } as const;
      const quoted = await quote(context, input, call);
      return { ...quoted, notice: venuesOf(context).equityNotice ?? null };
    },
  }),
];
