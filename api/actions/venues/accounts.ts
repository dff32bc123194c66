import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

/** An account on the chain; undefined if it does not exist. */
export type Held = ChainAccount['held'];

export type Accounts = ReadonlyMap<Pubkey, Held>;
