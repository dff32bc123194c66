import { type Idl as AnchorIdl, BN, BorshAccountsCoder, web3 } from '@coral-xyz/anchor';
import { expect } from 'vitest';
import type { ChainAccount } from '../../../../../api/read/chain/reader.ts';
import {
  MARKETS,
  POOL,
  positionAddresses,
  USDC_CUSTODY,
} from '../../../../../api/venues/jupiter/perps/markets.ts';
import { createJupiterPerps } from '../../../../../api/venues/jupiter/perps/venue.ts';
import type { Venue } from '../../../../../api/venues/venue.ts';
import { type Pubkey, parsePubkey, pubkeyBytes } from '../../../../../core/kernel/pubkey.ts';
import type { VenueList } from '../../../../../schemas/venues/protocol.ts';
import { manualClock } from '../../../../support/manual-clock.ts';
import { answerOf } from '../support.ts';

const RECORDED = answerOf('perps-accounts');
const IDL: { readonly perpetuals: AnchorIdl; readonly doves: AnchorIdl } = answerOf('perps-idl');
const CUSTODY_BYTES = 2_000;
const PRICE_BYTES = 394;

/** Anchor's own coders of both programs. */
export const CODERS = {
  perpetuals: new BorshAccountsCoder(IDL.perpetuals),
  doves: new BorshAccountsCoder(IDL.doves),
} as const;

export type Held = NonNullable<ChainAccount['held']>;

/** The wallet of the recorded positions. */
export const TRADER = parsePubkey(RECORDED.positions.owner);
/** A moment after the recorded prices, Unix seconds. */
export const NOW = 1_788_318_000;

const held = (program: string, data: Uint8Array): Held => ({
  ...{ owner: parsePubkey(program), lamports: 1n, data },
});

/** The parts of a recorded account by their offset; what is between them is zero. */
function whole(parts: Readonly<Record<string, string>>, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (const [at, text] of Object.entries(parts)) bytes.set(Buffer.from(text, 'base64'), Number(at));
  return bytes;
}

const entriesOf = <Value>(record: { readonly accounts: Readonly<Record<string, Value>> }) =>
  Object.entries(record.accounts).map(([address, value]) => [parsePubkey(address), value] as const);

export const perpsAccount = (data: Uint8Array) => held(IDL.perpetuals.address, data);
export const priceAccount = (data: Uint8Array) => held(IDL.doves.address, data);

export const POSITIONS = entriesOf<string>(RECORDED.positions).map(
  ([address, data]) => [address, perpsAccount(Buffer.from(data, 'base64'))] as const,
);
export const CUSTODIES = entriesOf<Record<string, string>>(RECORDED.custodies).map(
  ([address, parts]) => [address, perpsAccount(whole(parts, CUSTODY_BYTES))] as const,
);
export const PRICES = entriesOf<string>(RECORDED.prices).map(
  ([address, data]) => [address, priceAccount(whole({ 0: data }, PRICE_BYTES))] as const,
);

/** The recorded accounts, with changes; a test may change them further. */
export const recorded = (...changes: readonly (readonly [Pubkey, Held])[]): Map<Pubkey, Held> =>
  new Map([...POSITIONS, ...CUSTODIES, ...PRICES, ...changes]);

/** The venue over accounts at a moment, and what it reads. */
export function perpsOver(accounts: ReadonlyMap<Pubkey, Held>, seconds = NOW) {
  const reads: (readonly Pubkey[])[] = [];
  const clock = manualClock(seconds * 1_000);
  const venue: Venue = createJupiterPerps({
    clock,
    accounts: async (addresses) => {
      reads.push(addresses);
      return { slot: 1n, held: addresses.map((address) => accounts.get(address)) };
    },
    programAccounts: async (program, filters) =>
      [...accounts].flatMap(([address, held]) => {
        const passes = filters.every(({ offset, bytes }) =>
          Buffer.from(held.data.subarray(offset, offset + bytes.length)).equals(bytes),
        );
        return held.owner === program && passes ? [{ address, held }] : [];
      }),
  });
  const list = (what: VenueList, parameters: object = {}, owner: Pubkey = TRADER) =>
    venue.list?.(what, {
      ...{ owner, parameters: { limit: 20, ...parameters }, asker: { lane: 'calls', client: owner } },
    });
  return { venue, clock, reads, list };
}

const BTC_LONG = 8;

/** The recorded long in BTC, as if another owner held it. */
export function btcLongOf(owner: Pubkey): readonly [Pubkey, Held] {
  const [, one] = POSITIONS.at(-1) ?? expect.unreachable();
  const data = Buffer.from(one.data);
  data.set(pubkeyBytes(owner), 8);
  return [positionAddresses(owner)[BTC_LONG] ?? expect.unreachable(), { ...one, data }];
}

/** The recorded price of BTC, changed to this many whole US dollars. */
export async function btcPriceOf(usd: number): Promise<readonly [Pubkey, Held]> {
  const [address, one] = PRICES.at(-1) ?? expect.unreachable();
  const feed = CODERS.doves.decode('AgPriceFeed', Buffer.from(one.data));
  const data = await CODERS.doves.encode('AgPriceFeed', { ...feed, price: new BN(usd).mul(new BN(1e8)) });
  return [address, priceAccount(data)];
}

const SIDES = { long: { Long: {} }, short: { Short: {} } } as const;

export interface Requested {
  readonly side: keyof typeof SIDES;
  readonly change: 'Increase' | 'Decrease';
  /** In whole US dollars; at once without it. */
  readonly trigger?: number;
  readonly above?: boolean;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** A request of 10 US dollars in BTC, as Anchor encodes it: none is recorded. */
export async function requestOf(
  owner: Pubkey,
  { side, change, trigger, above = true, changes }: Requested,
): Promise<Held> {
  const key = (address: string) => new web3.PublicKey(address);
  const [position] = btcLongOf(owner);
  const data = await CODERS.perpetuals.encode('PositionRequest', {
    ...{ owner: key(owner), pool: key(POOL), custody: key(MARKETS[2].custody), position: key(position) },
    ...{ mint: key(USDC_CUSTODY), openTime: new BN(NOW - 60), updateTime: new BN(0) },
    ...{ sizeUsdDelta: new BN(10_000_000), collateralDelta: new BN(1), side: SIDES[side] },
    ...{ requestChange: { [change]: {} }, requestType: trigger ? { Trigger: {} } : { Market: {} } },
    ...{ priceSlippage: trigger ? null : new BN(1), jupiterMinimumOut: null, preSwapAmount: new BN(2) },
    triggerPrice: trigger ? new BN(trigger * 1e6) : null,
    triggerAboveThreshold: trigger ? above : null,
    ...{ entirePosition: false, executed: false, counter: new BN(7), bump: 255, referral: null },
    ...changes,
  });
  return perpsAccount(data);
}
