import { z } from 'zod';
import { formatShortest, parseDecimal } from '../../../core/kernel/decimal.ts';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { VenueList, VenuePage } from '../../../schemas/venues/protocol.ts';
import { type AskVenue, failed } from '../ask.ts';
import { heldBy } from './call.ts';
import type { Listed } from './lend-lists.ts';
import { pageOf } from './paged.ts';
import { u64 } from './swap-terms.ts';

export const JUPITER_BORROW = 'jupiter_borrow';
export const BORROW_LISTS = ['markets', 'positions', 'rates'] as const satisfies readonly VenueList[];

const MOST_ROWS = 512;
const PLACES = 12;
/** Of a price in US dollars. */
const USD_PLACES = 18;

const usd = z
  .string()
  .regex(/^[0-9]{1,12}(\.[0-9]{1,18})?$/)
  .transform((text) => parseDecimal(text, USD_PLACES) ?? 0n);
const token = z.object({ address: pubkeyText, decimals: z.int().min(0).max(18), price: usd });
/** Basis points a year. */
const rate = z
  .string()
  .regex(/^-?[0-9]{1,9}$/)
  .optional();

const vault = z.object({
  ...{ id: z.int().min(0), supplyToken: token, borrowToken: token },
  /** Of 1,000: from this share of the collateral's worth, a debt may be liquidated. */
  liquidationThreshold: z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .transform(BigInt)
    .optional(),
  ...{ supplyRate: rate, borrowRate: rate },
});
type Vault = z.output<typeof vault>;

/** Amounts in base units of the tokens of the vault. */
const loan = z.object({
  ...{ id: z.int().min(0), ownerAddress: pubkeyText, supply: u64, borrow: u64, dustBorrow: u64 },
  /** Without its tokens for a position that holds nothing. */
  vault: z.unknown(),
});
type Loan = z.output<typeof loan>;

const vaults = z.array(vault).max(MOST_ROWS);
const loans = z.array(loan).max(MOST_ROWS);

/** One page of a list. Jupiter answers all rows at once. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
export async function borrowList(
  ask: AskVenue,
  { list, owner, parameters, asker }: Listed,
  signal?: AbortSignal,
): Promise<VenuePage> {
  if (list === 'positions' && owner !== undefined) {
    const asked = { path: '/lend/v1/borrow/positions', rows: loans, owner };
    const held = await heldBy(asked, { venue: JUPITER_BORROW, ask }, asker, signal);
    return { list, ...pageOf(held.filter(holds).map(loanRow), parameters) };
  }
  if (list !== 'markets' && list !== 'rates')
    throw new LaunchlensError('VENUE_LISTS_NOTHING', { venue: JUPITER_BORROW });
  const known = await ask({ path: '/lend/v1/borrow/vaults', asker }, vaults, signal);
  return list === 'markets'
    ? { list, ...pageOf(known.map(marketRow), parameters) }
    : { list, ...pageOf(known.flatMap(rateRows), parameters) };
}

const holds = ({ supply, borrow, dustBorrow }: Loan): boolean => supply + borrow + dustBorrow > 0n;
const nameOf = ({ id }: Vault): string => `vault-${id}`;
const priceText = (price: bigint | undefined) => (price === undefined ? null : formatShortest(price, PLACES));

function marketRow(one: Vault) {
  const assets = [one.supplyToken.address, one.borrowToken.address];
  return { market: nameOf(one), assets, open: true, price: priceText(markOf(one)), max_leverage: null };
}

function rateRows(one: Vault) {
  const row = (kind: string, { address: asset }: Vault['supplyToken'], bps: string | undefined) =>
    bps === undefined ? [] : [{ market: nameOf(one), asset, kind, per_year_bps: bps }];
  return [
    ...row('supply', one.supplyToken, one.supplyRate),
    ...row('borrow', one.borrowToken, one.borrowRate),
  ];
}

function loanRow(held: Loan) {
  const of = vault.safeParse(held.vault);
  if (!of.success) throw failed(JUPITER_BORROW, 'its answer is malformed at vault');
  const { supplyToken, borrowToken } = of.data;
  return {
    // The collateral is what is held: a fall of its price liquidates the loan.
    ...{ position_id: String(held.id), market: nameOf(of.data), side: 'long' },
    size: { asset: borrowToken.address as string, amount: debtOf(held).toString() },
    margin: { asset: supplyToken.address as string, amount: held.supply.toString() },
    ...{ mark_price: priceText(markOf(of.data)), liquidation_price: priceText(liquidationOf(held, of.data)) },
    ...{ entry_price: null, unrealised: null },
  };
}

/** With the interest that is kept apart. */
const debtOf = ({ borrow, dustBorrow }: Loan): bigint => borrow + dustBorrow;

/** What the collateral costs in the borrowed token, by the prices that Jupiter gives of both. */
function markOf({ supplyToken, borrowToken }: Vault): bigint | undefined {
  if (supplyToken.price === 0n || borrowToken.price === 0n) return undefined;
  return (supplyToken.price * 10n ** BigInt(PLACES)) / borrowToken.price;
}

/** The price at which the debt is the share of the collateral's worth from which it may be liquidated. */
function liquidationOf(held: Loan, { supplyToken, borrowToken, liquidationThreshold }: Vault) {
  const debt = debtOf(held);
  if (debt === 0n || held.supply === 0n || !liquidationThreshold) return undefined;
  const scale = 10n ** BigInt(PLACES + supplyToken.decimals);
  return (debt * 1_000n * scale) / (held.supply * liquidationThreshold * 10n ** BigInt(borrowToken.decimals));
}
