import { formatShortest } from '../../../core/kernel/decimal.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import type { PlannedAmountAnswer, PlanTermsAnswer } from '../../../schemas/rest/plan-terms.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import { mintFacts } from '../tokens/mint-facts.ts';
import { wireAmount } from '../wire.ts';
import type { IntentsContext } from './context.ts';
import type { IntentDraft, PlannedAmount } from './draft.ts';

type Decimals = ReadonlyMap<Pubkey, number | undefined>;
type Reading = Pick<IntentsContext, 'chain' | 'symbolOf'>;

/** What the plan of a draft says about the exchange, each amount with its symbol and decimals. */
export async function planTermsAnswer(
  { chain, symbolOf }: Reading,
  { move, planTerms = {} }: Pick<IntentDraft, 'move' | 'planTerms'>,
): Promise<PlanTermsAnswer> {
  const { givesElsewhere = [], receives, minimumOut, priceImpactBps, route, fees, slippageBps } = planTerms;
  const leaves = move.outflows.map(assetOf);
  const minimum = minimumOut && assetOf(minimumOut);
  const gives = [...leaves, ...givesElsewhere];
  const named = [...gives, ...(receives ?? []), ...(fees ?? []), ...(minimum ? [minimum] : [])];
  const decimals = await decimalsOf(chain, new Set(named.flatMap((one) => mintOf(one) ?? [])));
  const shown = (one: PlannedAmount) => amountAnswer(one, { decimals, symbolOf });
  return {
    gives: gives.map(shown),
    receives: receives?.map(shown) ?? null,
    minimum_out: minimum ? shown(minimum) : null,
    price_impact_bps: priceImpactBps ?? null,
    route: route
      ? { venue: route.venue, label: route.label ?? null, expires_at: route.expiresAt ?? null }
      : null,
    fees: fees?.map(shown) ?? null,
    slippage_bps: slippageBps ?? null,
  };
}

function assetOf({ mint, amount }: { readonly mint: Pubkey; readonly amount: bigint }): PlannedAmount {
  return { asset: mint, amount };
}

/** Undefined for what is not on this chain, or has only a name. */
function mintOf({ asset, chain }: PlannedAmount): Pubkey | undefined {
  return chain === undefined && isPubkey(asset) ? asset : undefined;
}

function amountAnswer(
  one: PlannedAmount,
  { decimals: known, symbolOf }: Pick<Reading, 'symbolOf'> & { readonly decimals: Decimals },
): PlannedAmountAnswer {
  const { asset, amount, chain } = one;
  const mint = mintOf(one);
  const decimals = mint && known.get(mint);
  return {
    ...{ asset, mint: mint ?? null, chain: chain ?? null, unit: 'base_units' },
    amount: amount === undefined ? null : wireAmount(amount),
    symbol: (mint && symbolOf(mint)) ?? null,
    decimals: decimals ?? null,
    ui_amount: amount === undefined || decimals === undefined ? null : formatShortest(amount, decimals),
  };
}

/** As the chain has them now. Nothing depends on them, so a plan without them is better than none. */
async function decimalsOf(chain: Reading['chain'], mints: ReadonlySet<Pubkey>): Promise<Decimals> {
  const asked = [...mints];
  // The native coin's are known without the chain.
  const held = asked.every((mint) => mint === NATIVE_MINT) ? [] : await readable(chain, asked);
  return new Map(asked.map((mint, index) => [mint, mintFacts(mint, held[index])?.decimals]));
}

async function readable(
  chain: Reading['chain'],
  mints: readonly Pubkey[],
): Promise<readonly ChainAccount['held'][]> {
  try {
    return (await chain?.accounts(mints))?.held ?? [];
  } catch (error) {
    if (isLaunchlensError(error, 'CHAIN_UNREADABLE')) return [];
    throw error;
  }
}
