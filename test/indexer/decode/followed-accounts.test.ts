import { ACCOUNT_SIZE, AccountLayout, AccountState, MINT_SIZE, MintLayout } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import {
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TOKEN_ROLE,
} from '../../../indexer/model/tables.ts';
import { type AccountUpdate, accountView, keyOf } from '../../support/account-view.ts';

const U64_MAX = 2n ** 64n - 1n;
const TOKEN = pubkeyBytes(TOKEN_PROGRAM_ID);
const TOKEN_2022 = pubkeyBytes(TOKEN_2022_PROGRAM_ID);
const SYSTEM = pubkeyBytes(SYSTEM_PROGRAM_ID);
const [ESCROW, VAULT, MINT, LAUNCH] = ['escrow', 'vault', 'mint', 'launch'].map(keyOf) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

function tokenAccount(state = AccountState.Initialized): Buffer {
  const bytes = Buffer.alloc(ACCOUNT_SIZE);
  AccountLayout.encode(
    {
      mint: new PublicKey(MINT),
      owner: new PublicKey(LAUNCH),
      amount: U64_MAX,
      delegateOption: 0,
      delegate: PublicKey.default,
      state,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: PublicKey.default,
    },
    bytes,
  );
  return bytes;
}

function mint(isInitialized = true): Buffer {
  const bytes = Buffer.alloc(MINT_SIZE);
  MintLayout.encode(
    {
      mintAuthorityOption: 0,
      mintAuthority: PublicKey.default,
      supply: U64_MAX - 1n,
      decimals: 9,
      isInitialized,
      freezeAuthorityOption: 0,
      freezeAuthority: PublicKey.default,
    },
    bytes,
  );
  return bytes;
}

/** Token-2022 pads a mint to the size of a token account and tells the kind in byte 165. */
function extended(base: Buffer, kind: number, extra = 12): Buffer {
  const bytes = Buffer.alloc(166 + extra);
  bytes.set(base);
  bytes[165] = kind;
  return bytes;
}

let decoder: Decoder;
let into: SlotBuffer;
const decode = (update: AccountUpdate) => decoder.account(accountView(update), into);
const reason = () => into.quarantine.bytes(QUARANTINE.byName.reason, 0).toString();

beforeEach(() => {
  decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
  into = new SlotBuffer();
  decoder.follow({ kind: 'escrow', address: ESCROW, launchId: U64_MAX });
  decoder.follow({ kind: 'vault', address: VAULT, launchId: 3n });
  decoder.follow({ kind: 'mint', address: MINT });
  decoder.follow({ kind: 'launch', address: LAUNCH, launchId: 3n });
});

describe('a followed token account', () => {
  test.each([
    ['SPL Token', TOKEN, tokenAccount()],
    ['SPL Token, frozen', TOKEN, tokenAccount(AccountState.Frozen)],
    ['Token-2022', TOKEN_2022, tokenAccount()],
    ['Token-2022 with extensions', TOKEN_2022, extended(tokenAccount(), 2)],
  ])('of %s gives its balance and keeps its bytes', (_, owner, data) => {
    expect(decode({ pubkey: ESCROW, owner, data })).toBe('decoded');
    const block = into.tokenAccounts;
    const columns = TOKEN_ACCOUNT_VERSIONS.byName;
    expect(block.u64(columns.launch_id, 0)).toBe(U64_MAX);
    expect(block.u8(columns.role, 0)).toBe(TOKEN_ROLE.escrow);
    expect(block.u64(columns.amount, 0)).toBe(U64_MAX);
    expect(block.bytes(columns.mint, 0)).toEqual(MINT);
    expect(block.bytes(columns.owner, 0)).toEqual(LAUNCH);
    expect(Buffer.from(block.bytes(columns.data, 0))).toEqual(data);
    expect(block.u8(columns.closed, 0)).toBe(0);
  });

  test('is the vault of its launch when it is followed as that', () => {
    expect(decode({ pubkey: VAULT, owner: TOKEN, data: tokenAccount() })).toBe('decoded');
    expect(into.tokenAccounts.u8(TOKEN_ACCOUNT_VERSIONS.byName.role, 0)).toBe(TOKEN_ROLE.vault);
  });

  test.each([
    ['emptied by the token program', { owner: SYSTEM, data: Buffer.alloc(0), lamports: 0n }],
    ['shown as it was', { owner: TOKEN, data: tokenAccount(), lamports: 0n }],
    ['funded again by a stranger', { owner: SYSTEM, data: Buffer.alloc(0), lamports: 1n }],
  ])('is closed when it is %s', (_, update) => {
    expect(decode({ pubkey: VAULT, ...update })).toBe('closed');
    const columns = TOKEN_ACCOUNT_VERSIONS.byName;
    expect(into.tokenAccounts.u8(columns.closed, 0)).toBe(1);
    expect(into.tokenAccounts.u64(columns.launch_id, 0)).toBe(3n);
    expect(into.tokenAccounts.u8(columns.role, 0)).toBe(TOKEN_ROLE.vault);
    expect(into.tokenAccounts.u64(columns.amount, 0)).toBe(0n);
    expect(into.tokenAccounts.bytes(columns.data, 0)).toHaveLength(0);
  });

  test.each([
    ['wrong_size', TOKEN, Buffer.alloc(164)],
    ['wrong_size', TOKEN, extended(tokenAccount(), 2)],
    ['wrong_size', TOKEN_2022, extended(tokenAccount(), 1)],
    ['wrong_size', TOKEN_2022, extended(tokenAccount(), 2, 355 - 166)],
    ['wrong_size', TOKEN, mint()],
    ['uninitialized', TOKEN, tokenAccount(AccountState.Uninitialized)],
    ['bad_token_state', TOKEN, tokenAccount(3 as AccountState)],
    ['foreign_owner', keyOf('someone'), tokenAccount()],
  ])('is kept raw as %s', (expected, owner, data) => {
    expect(decode({ pubkey: ESCROW, owner, data })).toBe('undecodable');
    expect(reason()).toBe(expected);
    expect(into.tokenAccounts.rows).toBe(0);
    expect(Buffer.from(into.quarantine.bytes(QUARANTINE.byName.data, 0))).toEqual(data);
  });

  test('keeps the last of its writes in a slot, also when it was closed and opened again', () => {
    const open = { pubkey: ESCROW, owner: TOKEN, data: tokenAccount() };
    const gone = { pubkey: ESCROW, owner: SYSTEM, data: Buffer.alloc(0), lamports: 0n };
    expect(decode({ ...open, writeVersion: 3n })).toBe('decoded');
    expect(decode({ ...gone, writeVersion: 2n })).toBe('stale');
    expect(decode({ ...gone, writeVersion: 4n })).toBe('closed');
    expect(decode({ ...open, writeVersion: 5n })).toBe('decoded');
    expect(into.rows).toBe(1);
    expect(into.tokenAccounts.u8(TOKEN_ACCOUNT_VERSIONS.byName.closed, 0)).toBe(0);
  });
});

describe('a followed mint', () => {
  test.each([
    ['SPL Token', TOKEN, mint()],
    ['Token-2022', TOKEN_2022, mint()],
    ['Token-2022 with extensions', TOKEN_2022, extended(mint(), 1)],
  ])('of %s gives supply and decimals and keeps its bytes', (_, owner, data) => {
    expect(decode({ pubkey: MINT, owner, data })).toBe('decoded');
    const columns = MINT_VERSIONS.byName;
    expect(into.mints.u8(columns.decimals, 0)).toBe(9);
    expect(into.mints.u64(columns.supply, 0)).toBe(U64_MAX - 1n);
    expect(Buffer.from(into.mints.bytes(columns.data, 0))).toEqual(data);
  });

  test('is closed when it is gone', () => {
    expect(decode({ pubkey: MINT, owner: SYSTEM, data: Buffer.alloc(0), lamports: 0n })).toBe('closed');
    expect(into.mints.u8(MINT_VERSIONS.byName.closed, 0)).toBe(1);
  });

  test.each([
    ['uninitialized', TOKEN, mint(false)],
    ['wrong_size', TOKEN, tokenAccount()],
    ['wrong_size', TOKEN_2022, extended(mint(), 2)],
    ['bad_bool', TOKEN, Buffer.alloc(MINT_SIZE, 2)],
    ['foreign_owner', keyOf('someone'), mint()],
  ])('is kept raw as %s', (expected, owner, data) => {
    expect(decode({ pubkey: MINT, owner, data })).toBe('undecodable');
    expect(reason()).toBe(expected);
  });
});

describe('a followed launch', () => {
  test('is closed when it has left the program', () => {
    expect(decode({ pubkey: LAUNCH, owner: SYSTEM, data: Buffer.alloc(0), lamports: 0n })).toBe('closed');
    const { launch_id, address, closed } = LAUNCH_VERSIONS.byName;
    expect(into.launches.u64(launch_id, 0)).toBe(3n);
    expect(into.launches.bytes(address, 0)).toEqual(LAUNCH);
    expect(into.launches.u8(closed, 0)).toBe(1);
  });

  test('is closed when the program took lamports and data away and kept the owner', () => {
    const owner = pubkeyBytes(LOCALNET_PROGRAM_ID);
    expect(decode({ pubkey: LAUNCH, owner, data: Buffer.alloc(0), lamports: 0n })).toBe('closed');
    expect(into.launches.u64(LAUNCH_VERSIONS.byName.launch_id, 0)).toBe(3n);
  });

  test('is kept raw when another program owns it', () => {
    expect(decode({ pubkey: LAUNCH, owner: TOKEN, data: tokenAccount() })).toBe('undecodable');
    expect(reason()).toBe('foreign_owner');
  });
});

describe('following', () => {
  test('the same account twice changes nothing, and as something else is refused', () => {
    expect(decoder.follow({ kind: 'vault', address: VAULT, launchId: 3n })).toBe(true);
    expect(decoder.follow({ kind: 'mint', address: MINT })).toBe(true);
    expect(decoder.follow({ kind: 'vault', address: VAULT, launchId: 4n })).toBe(false);
    expect(decoder.follow({ kind: 'escrow', address: MINT, launchId: 3n })).toBe(false);
    expect(decode({ pubkey: VAULT, owner: TOKEN, data: tokenAccount() })).toBe('decoded');
    expect(into.tokenAccounts.u64(TOKEN_ACCOUNT_VERSIONS.byName.launch_id, 0)).toBe(3n);
  });

  test('an account not followed is not ours', () => {
    expect(decode({ pubkey: keyOf('stranger'), owner: TOKEN, data: tokenAccount() })).toBe('not_ours');
    expect(into.rows).toBe(0);
  });
});
