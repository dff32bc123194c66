import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { profitOf } from '../../../core/rules/launch-profit.ts';
import { microsOf, valueDigits } from '../../../core/rules/price-value.ts';
import type { LaunchProfit, ProfitAnswer, ProfitInput } from '../../../schemas/mcp/wallet-history.ts';
import type { PositionAnswer } from '../../../schemas/rest/positions.ts';
import type { Intents } from '../../state/intents/intents.ts';
import type { MirrorContext } from '../context.ts';
import { walletPositions } from '../listings.ts';
import { chainOf, type TokensContext } from './context.ts';
import { type ExecutedIntent, executedIntents, salesIn } from './executed.ts';
import { type AskedPrices, pricesIfKnown } from './prices.ts';
import { resolveWallet } from './resolve.ts';

export interface ProfitContext {
  readonly tokens: TokensContext;
  readonly mirror: MirrorContext;
  readonly intents: Pick<Intents, 'list'>;
}

/**
 * What a wallet pledged and got in each launch, and its profit as far as the index and executed intents prove it.
 * @throws NAME_UNRESOLVED, CHAIN_READER_MISSING, CHAIN_UNREADABLE and those of the index
 */
export async function walletProfit(
  { tokens, mirror, intents }: ProfitContext,
  { owner, wallet: given = owner, limit, cursor }: ProfitInput & { readonly owner: Pubkey },
): Promise<ProfitAnswer> {
  const { address: wallet, resolved } = await resolveWallet(tokens, given);
  const { body } = await walletPositions(mirror, { wallet, limit, cursor });
  // Intents belong to the owner: of another wallet none is known.
  const executed = wallet === owner ? await executedIntents(intents, chainOf(tokens), owner) : [];
  const mints = body.results.flatMap(({ launch }) => [launch.launch_mint, launch.pledge_mint] as Pubkey[]);
  const prices = await pricesIfKnown(tokens, mints, { lane: 'calls', client: owner });
  return {
    ...{ source: body.source, wallet, resolved },
    results: body.results.map((position) => launchProfit(position, executed, prices)),
    next_cursor: body.next_cursor,
    executed: executed.map(({ answer }) => answer),
    prices: prices.source,
  };
}

function launchProfit(
  { launch, pledge, allocation, refund }: PositionAnswer,
  executed: readonly ExecutedIntent[],
  prices: AskedPrices,
): LaunchProfit {
  const pledged = BigInt(pledge.amount);
  const { sold, proceeds } = salesIn(executed, launch.launch_mint as Pubkey, launch.pledge_mint as Pubkey);
  const known = {
    ...{ launch_id: launch.launch_id, status: launch.status, pledged: pledge.amount },
    ...{ pledge_mint: launch.pledge_mint, pledge_symbol: launch.pledge_mint_symbol },
    ...{ launch_mint: launch.launch_mint, launch_symbol: launch.launch_mint_symbol },
    refunded: refund?.refunded ?? null,
    allocated: allocation?.entitlement ?? null,
    claimed: allocation?.released ?? null,
    ...{ sold: sold.toString(), proceeds: proceeds.toString() },
  };
  const nothing = { realised: null, value_usd: null, cost_usd: null, unrealised_usd: null };
  if (allocation === undefined) {
    const reason = refund ? 'the launch failed: the pledge comes back' : 'the launch has not settled';
    return { ...known, ...nothing, missing: [reason] };
  }
  const profit = profitOf({ pledged, allocated: BigInt(allocation.entitlement), sold, proceeds });
  if (profit.realised === undefined) {
    return { ...known, ...nothing, missing: ['more was sold than allocated, at an unknown cost'] };
  }
  const value = worth(launch.launch_mint, launch.launch_mint_decimals, profit.unsold, prices);
  const cost = worth(launch.pledge_mint, launch.pledge_mint_decimals, profit.unsoldCost, prices);
  return {
    ...known,
    realised: profit.realised.toString(),
    value_usd: digitsOf(value),
    cost_usd: digitsOf(cost),
    unrealised_usd: digitsOf(value === undefined || cost === undefined ? undefined : value - cost),
    missing: [
      ...(value === undefined ? [`a price of ${launch.launch_mint_symbol ?? launch.launch_mint}`] : []),
      ...(cost === undefined ? [`a price of ${launch.pledge_mint_symbol ?? launch.pledge_mint}`] : []),
    ],
  };
}

/** In units of 10^-6 dollars. */
function worth(
  mint: string,
  decimals: number | null,
  amount: bigint,
  { of }: AskedPrices,
): bigint | undefined {
  const price = of.get(mint as Pubkey)?.exact;
  return price === undefined || decimals === null ? undefined : microsOf(amount, decimals, price);
}

function digitsOf(value: bigint | undefined): string | null {
  return value === undefined ? null : valueDigits(value);
}
