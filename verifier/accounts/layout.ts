import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

export type FieldType = 'u8' | 'bool' | 'u32' | 'u64' | 'i64' | 'pubkey';

/** Byte offset from the start of the account and type of a field; all integers are little-endian. */
export type Field = readonly [offset: number, type: FieldType];

export interface Layout {
  readonly name: string;
  readonly size: number;
  readonly fields: Readonly<Record<string, Field>>;
}

/**
 * The escrow program's accounts, typed in from the service specification's table. Bytes 8 and 9 of both accounts
 * and those after the last field are not described there, and the verifier does not read them.
 */
export const LAUNCH_CONFIG = {
  name: 'LaunchConfig',
  size: 343,
  fields: {
    status: [10, 'u8'],
    launch_id: [11, 'u64'],
    authority: [19, 'pubkey'],
    launch_mint: [51, 'pubkey'],
    pledge_mint: [83, 'pubkey'],
    escrow_token_account: [115, 'pubkey'],
    min_raise: [147, 'u64'],
    max_raise: [155, 'u64'],
    token_allocation: [163, 'u64'],
    total_pledged: [171, 'u64'],
    pledger_count: [179, 'u32'],
    start_ts: [183, 'i64'],
    end_ts: [191, 'i64'],
    release_start_ts: [199, 'i64'],
    release_cliff_seconds: [207, 'u32'],
    release_duration_seconds: [211, 'u32'],
    max_pledge_per_wallet: [215, 'u64'],
  },
} as const satisfies Layout;

export const PLEDGE = {
  name: 'Pledge',
  size: 139,
  fields: {
    launch_id: [10, 'u64'],
    pledger: [18, 'pubkey'],
    amount: [50, 'u64'],
    tokens_released: [58, 'u64'],
    refunded: [66, 'bool'],
    pledged_ts: [67, 'i64'],
  },
} as const satisfies Layout;

/** Anchor's account discriminator: the first 8 bytes of SHA-256 of `account:<Name>`. */
export function discriminator(layout: Layout): Uint8Array {
  return sha256(utf8ToBytes(`account:${layout.name}`)).subarray(0, 8);
}
