import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

/** An account as the chain has it; undefined where it does not exist. */
export type Held = ChainAccount['held'];

export type Accounts = ReadonlyMap<Pubkey, Held>;
