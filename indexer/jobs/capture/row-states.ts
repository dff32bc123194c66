import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { MINT, TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import type { Decoder } from '../../decode/decoder.ts';
import { accountBytes, type ClosedAccount } from '../../model/closed-rows.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT } from '../../model/source.ts';
import {
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TOKEN_ROLE,
} from '../../model/tables.ts';

/** The state of an account in a row. Keys and data are copies. */
export interface RowState {
  /** Raw bytes in a latin1 string. */
  readonly address: string;
  readonly account: ClosedAccount;
  readonly gone: boolean;
  readonly lamports: bigint;
  readonly data: Buffer;
}

/** Every account that a buffer has a version of; quarantined ones last. */
export function* rowStates(buffer: SlotBuffer): Generator<RowState> {
  const { launches, pledges, tokenAccounts, mints } = buffer;
  for (let row = 0; row < launches.rows; row += 1) {
    const { launch_id } = LAUNCH_VERSIONS.byName;
    const account = { kind: 'launch', launchId: launches.u64(launch_id, row) } as const;
    yield { ...shared(launches, row), account, data: accountBytes(LAUNCH_CONFIG, launches, row) };
  }
  for (let row = 0; row < pledges.rows; row += 1) {
    const { launch_id, pledger } = PLEDGE_VERSIONS.byName;
    const wallet = Buffer.from(pledges.bytes(pledger, row));
    const account = { kind: 'pledge', launchId: pledges.u64(launch_id, row), pledger: wallet } as const;
    yield { ...shared(pledges, row), account, data: accountBytes(PLEDGE, pledges, row) };
  }
  for (let row = 0; row < tokenAccounts.rows; row += 1) {
    const { launch_id, role, data } = TOKEN_ACCOUNT_VERSIONS.byName;
    const kind = tokenAccounts.u8(role, row) === TOKEN_ROLE.escrow ? 'escrow' : 'vault';
    const account = { kind, launchId: tokenAccounts.u64(launch_id, row) } as const;
    yield { ...shared(tokenAccounts, row), account, data: Buffer.from(tokenAccounts.bytes(data, row)) };
  }
  for (let row = 0; row < mints.rows; row += 1) {
    const data = Buffer.from(mints.bytes(MINT_VERSIONS.byName.data, row));
    yield { ...shared(mints, row), account: { kind: 'mint' }, data };
  }
  yield* rawStates(buffer);
}

function* rawStates({ quarantine }: SlotBuffer): Generator<RowState> {
  const { address, owner, lamports, data } = QUARANTINE.byName;
  for (let row = 0; row < quarantine.rows; row += 1) {
    const balance = quarantine.u64(lamports, row);
    yield {
      address: quarantine.bytes(address, row).toString('latin1'),
      account: { kind: 'quarantine', owner: Buffer.from(quarantine.bytes(owner, row)) },
      gone: balance === 0n,
      lamports: balance,
      data: Buffer.from(quarantine.bytes(data, row)),
    };
  }
}

type VersionBlock = SlotBuffer['launches' | 'pledges' | 'tokenAccounts' | 'mints'];

/** The columns that every version table starts with are at the same place in all of them. */
function shared(block: VersionBlock, row: number): Pick<RowState, 'address' | 'gone' | 'lamports'> {
  const { address, closed, lamports } = LAUNCH_VERSIONS.byName;
  return {
    address: block.bytes(address, row).toString('latin1'),
    gone: block.u8(closed, row) === 1,
    lamports: block.u64(lamports, row),
  };
}

/** An account's state, to be written as that of a slot. */
export interface KnownState {
  /** 32 raw bytes. */
  readonly address: Uint8Array;
  readonly account: ClosedAccount;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

export interface StateWriter {
  readonly decoder: Pick<Decoder, 'account'>;
  /** The escrow program. */
  readonly program: Uint8Array;
}

/** Writes a state like a snapshot at `slot`: without the write that made it. */
export function writeStateRow(
  into: SlotBuffer,
  slot: bigint,
  state: KnownState,
  { decoder, program }: StateWriter,
): void {
  const owner = ownerOf(state, program);
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(state.lamports, LAMPORTS_AT);
  const bytes = Buffer.concat([state.address, owner, state.data]);
  const dataLength = state.data.length;
  const view: AccountView = {
    bytes,
    numbers,
    dataLength,
    pubkeyAt: 0,
    ownerAt: 32,
    dataAt: 64,
    signatureAt: -1,
  };
  decoder.account(view, into);
}

const TOKEN = pubkeyBytes(TOKEN_PROGRAM_ID);
const TOKEN_2022 = pubkeyBytes(TOKEN_2022_PROGRAM_ID);

/** Rows do not store which token program owns an account; only Token-2022 accounts can be longer than the layout. */
function ownerOf({ account, data }: KnownState, program: Uint8Array): Uint8Array {
  const { kind } = account;
  if (kind === 'quarantine') return account.owner;
  if (kind === 'launch' || kind === 'pledge') return program;
  const { size } = kind === 'mint' ? MINT : TOKEN_ACCOUNT;
  return data.length === size ? TOKEN : TOKEN_2022;
}
