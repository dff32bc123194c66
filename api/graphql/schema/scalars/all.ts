import { BigInteger, BigUint, Count, Slot } from './integers.ts';
import { Pubkey } from './pubkey.ts';
import { DateTime, UnixTime } from './times.ts';

/** The scalars of the schema, under their names in it. */
export const SCALARS = { BigUint, BigInt: BigInteger, Slot, Count, Pubkey, DateTime, UnixTime };
