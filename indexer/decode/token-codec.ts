import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../idl/programs.ts';
import { MINT, TOKEN_2022_KIND, TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import { KIND, type SlotBuffer } from '../model/slot-buffer.ts';
import type { AccountView } from '../model/source.ts';
import { MINT_VERSIONS, TOKEN_ACCOUNT_VERSIONS, TOKEN_ROLE } from '../model/tables.ts';
import { copyWords, equalKeys, viewOf, wordsOf } from '../model/words.ts';
import type { QuarantineReason } from './quarantine.ts';

const SYSTEM = viewOf(pubkeyBytes(SYSTEM_PROGRAM_ID));
const TOKEN = viewOf(pubkeyBytes(TOKEN_PROGRAM_ID));
const TOKEN_2022 = viewOf(pubkeyBytes(TOKEN_2022_PROGRAM_ID));

export function isSystemOwned(bytes: DataView, { ownerAt }: AccountView): boolean {
  return equalKeys(bytes, ownerAt, SYSTEM, 0);
}

/** Why the account is not an initialized token account of either token program. */
export function tokenAccountRefusal(bytes: DataView, view: AccountView): QuarantineReason | undefined {
  const refusal = shapeRefusal(bytes, view, { size: TOKEN_ACCOUNT.size, kind: TOKEN_2022_KIND.account });
  if (refusal) return refusal;
  const state = bytes.getUint8(view.dataAt + TOKEN_ACCOUNT.stateAt);
  if (state === 0) return 'uninitialized';
  return state > TOKEN_ACCOUNT.maxState ? 'bad_token_state' : undefined;
}

/** Why the account is not an initialized mint of either token program. */
export function mintRefusal(bytes: DataView, view: AccountView): QuarantineReason | undefined {
  const refusal = shapeRefusal(bytes, view, { size: MINT.size, kind: TOKEN_2022_KIND.mint });
  if (refusal) return refusal;
  const initialized = bytes.getUint8(view.dataAt + MINT.isInitializedAt);
  if (initialized > 1) return 'bad_bool';
  return initialized === 1 ? undefined : 'uninitialized';
}

function shapeRefusal(
  bytes: DataView,
  { ownerAt, dataAt, dataLength }: AccountView,
  { size, kind }: { readonly size: number; readonly kind: number },
): QuarantineReason | undefined {
  if (equalKeys(bytes, ownerAt, TOKEN, 0)) return dataLength === size ? undefined : 'wrong_size';
  if (!equalKeys(bytes, ownerAt, TOKEN_2022, 0)) return 'foreign_owner';
  if (dataLength === size) return undefined;
  const extended =
    dataLength > TOKEN_2022_KIND.at &&
    dataLength !== TOKEN_2022_KIND.multisigSize &&
    bytes.getUint8(dataAt + TOKEN_2022_KIND.at) === kind;
  return extended ? undefined : 'wrong_size';
}

const { launch_id: LAUNCH_ID, role: ROLE, mint: TOKEN_MINT, owner: OWNER } = TOKEN_ACCOUNT_VERSIONS.byName;
const { amount: AMOUNT, data: DATA } = TOKEN_ACCOUNT_VERSIONS.byName;

/** Writes a validated token account. False if a newer write of it is already held. */
export function writeTokenAccount(
  into: SlotBuffer,
  view: AccountView,
  { kind, launchId }: { readonly kind: keyof typeof TOKEN_ROLE; readonly launchId: bigint },
): boolean {
  const row = into.row(KIND.tokenAccount, view);
  if (row < 0) return false;
  const block = into.tokenAccounts;
  const { bytes } = wordsOf(view);
  block.setI64(LAUNCH_ID, row, launchId);
  block.setU8(ROLE, row, TOKEN_ROLE[kind]);
  copyWords(block.view, block.at(TOKEN_MINT, row), bytes, view.dataAt + TOKEN_ACCOUNT.mintAt, 4);
  copyWords(block.view, block.at(OWNER, row), bytes, view.dataAt + TOKEN_ACCOUNT.ownerAt, 4);
  copyWords(block.view, block.at(AMOUNT, row), bytes, view.dataAt + TOKEN_ACCOUNT.amountAt, 1);
  block.setString(DATA, row, view.bytes, view.dataAt, view.dataLength);
  return true;
}

/** Writes a validated mint. False if a newer write of it is already held. */
export function writeMint(into: SlotBuffer, view: AccountView): boolean {
  const row = into.row(KIND.mint, view);
  if (row < 0) return false;
  const block = into.mints;
  const { bytes } = wordsOf(view);
  const { decimals, supply, data } = MINT_VERSIONS.byName;
  block.setU8(decimals, row, bytes.getUint8(view.dataAt + MINT.decimalsAt));
  copyWords(block.view, block.at(supply, row), bytes, view.dataAt + MINT.supplyAt, 1);
  block.setString(data, row, view.bytes, view.dataAt, view.dataLength);
  return true;
}
