import { type Pubkey, parsePubkey, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import { accountDiscriminator } from '../../../../idl/discriminators.ts';
import type { ChainAccount } from '../../../read/chain/reader.ts';

export const PERPS_PROGRAM_ID = parsePubkey('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu');
/** Keeps the prices that the program trades at. */
const DOVES_PROGRAM_ID = parsePubkey('DoVEsk76QybCEHQGzkvYPWLQu9gzNoZZZt3TPiL597e');

const READERS = {
  key: (view: Buffer, at: number) => pubkeyFromBytes(view.subarray(at, at + 32)),
  bool: (view: Buffer, at: number) => view[at] === 1,
  u8: (view: Buffer, at: number) => view.readUInt8(at),
  i8: (view: Buffer, at: number) => view.readInt8(at),
  u64: (view: Buffer, at: number) => view.readBigUInt64LE(at),
  i64: (view: Buffer, at: number) => view.readBigInt64LE(at),
  u128: (view: Buffer, at: number) => view.readBigUInt64LE(at) + (view.readBigUInt64LE(at + 8) << 64n),
} as const;

type Fields = Readonly<Record<string, readonly [at: number, type: keyof typeof READERS]>>;
type Values<Of extends Fields> = { readonly [Name in keyof Of]: ReturnType<(typeof READERS)[Of[Name][1]]> };
type Held = ChainAccount['held'];

interface Layout<Of extends Fields> {
  readonly program: Pubkey;
  /** Its name in the IDL, from which the first eight bytes follow. */
  readonly name: string;
  /** The least number of bytes of such an account: programs append fields. */
  readonly size: number;
  /** By their byte offset, discriminator included. */
  readonly fields: Of;
}

/** Reads the accounts of a layout; undefined for any other account. */
function reader<const Of extends Fields>({ program, name, size, fields }: Layout<Of>) {
  const discriminator = Buffer.from(accountDiscriminator(name));
  return (held: Held): Values<Of> | undefined => {
    if (held?.owner !== program || held.data.length < size) return undefined;
    const view = Buffer.from(held.data);
    if (!discriminator.equals(view.subarray(0, discriminator.length))) return undefined;
    const read = Object.entries(fields).map(([field, [at, type]]) => [field, READERS[type](view, at)]);
    // Sound because every field of the layout was read by its own type.
    return Object.fromEntries(read) as Values<Of>;
  };
}

/** A trader's position. Amounts and prices are in millionths of a US dollar; a size of 0 is a closed one. */
export const readPosition = reader({
  ...{ program: PERPS_PROGRAM_ID, name: 'Position', size: 210 },
  fields: {
    owner: [8, 'key'],
    custody: [72, 'key'],
    collateralCustody: [104, 'key'],
    /** 1 is long, 2 short. */
    side: [152, 'u8'],
    price: [153, 'u64'],
    sizeUsd: [161, 'u64'],
    collateralUsd: [169, 'u64'],
    interestSnapshot: [185, 'u128'],
  },
});
export type PerpsPosition = NonNullable<ReturnType<typeof readPosition>>;

/** What the pool has of one token, and the terms of positions in it. */
export const readCustody = reader({
  ...{ program: PERPS_PROGRAM_ID, name: 'Custody', size: 1060 },
  fields: {
    pool: [8, 'key'],
    mint: [40, 'key'],
    impactFeeScalar: [151, 'u64'],
    /** In 1/10,000. */
    maxLeverage: [175, 'u64'],
    opensPositions: [202, 'bool'],
    owned: [222, 'u64'],
    locked: [230, 'u64'],
    shortSizesUsd: [246, 'u64'],
    interestRate: [262, 'u128'],
    interestAt: [278, 'i64'],
    hourlyFundingDbps: [286, 'u64'],
    closeFeeBps: [304, 'u64'],
    minRateBps: [352, 'u64'],
    maxRateBps: [360, 'u64'],
    targetRateBps: [368, 'u64'],
    targetUtilization: [376, 'u64'],
    priceFeed: [384, 'key'],
    debt: [1004, 'u128'],
    debtInterest: [1020, 'u128'],
  },
});
export type Custody = NonNullable<ReturnType<typeof readCustody>>;

/** The price of a token in US dollars: `price` times 10 to the power of `exponent`. */
export const readPriceFeed = reader({
  ...{ program: DOVES_PROGRAM_ID, name: 'AgPriceFeed', size: 202 },
  fields: { mint: [8, 'key'], price: [168, 'u64'], exponent: [176, 'i8'], at: [177, 'i64'] },
});
