import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { columnOf } from '../../core/olap/native/layout.ts';
import type { AccountLayout } from '../../idl/layout.ts';
import { KIND, type SlotBuffer } from './slot-buffer.ts';
import type { AccountView } from './source.ts';
import {
  ACCOUNT_VERSIONS,
  LAUNCH_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TOKEN_ROLE,
} from './tables.ts';

/** What a closed account was: the columns that order its table. Keys are 32 raw bytes. */
export type ClosedAccount =
  | { readonly kind: 'launch' | 'escrow' | 'vault'; readonly launchId: bigint }
  | { readonly kind: 'pledge'; readonly launchId: bigint; readonly pledger: Uint8Array }
  | { readonly kind: 'mint' }
  /** Of a followed program, with the type that it had. */
  | { readonly kind: 'account'; readonly type: string }
  /** Only its bytes were known. `owner` is the program that it belonged to. */
  | { readonly kind: 'quarantine'; readonly owner: Uint8Array };

/** As in `quarantine.reason`: without lamports, so it no longer exists, and its kind is unknown. */
export const CLOSED_UNIDENTIFIED = 'closed_unidentified';

/**
 * Writes the row that says that an account ceased to exist in the view's slot. False if a newer write of it is
 * already held.
 */
export function closeAccount(into: SlotBuffer, view: AccountView, account: ClosedAccount): boolean {
  switch (account.kind) {
    case 'launch':
      return closeLaunch(into, view, account.launchId);
    case 'pledge':
      return closePledge(into, view, account);
    case 'mint':
      return into.closedRow(KIND.mint, view) >= 0;
    case 'account':
      return closeProgramAccount(into, view, account.type);
    case 'quarantine':
      return closeUnidentified(into, view, account.owner);
    default:
      return closeTokenAccount(into, view, { role: account.kind, launchId: account.launchId });
  }
}

function closeProgramAccount(into: SlotBuffer, view: AccountView, type: string): boolean {
  const row = into.closedRow(KIND.account, view);
  if (row >= 0) into.accounts.setString(ACCOUNT_VERSIONS.byName.type, row, Buffer.from(type));
  return row >= 0;
}

function closeLaunch(into: SlotBuffer, view: AccountView, launchId: bigint): boolean {
  const row = into.closedRow(KIND.launch, view);
  if (row >= 0) into.launches.setI64(LAUNCH_VERSIONS.byName.launch_id, row, launchId);
  return row >= 0;
}

function closePledge(
  into: SlotBuffer,
  view: AccountView,
  { launchId, pledger }: { readonly launchId: bigint; readonly pledger: Uint8Array },
): boolean {
  const row = into.closedRow(KIND.pledge, view);
  if (row < 0) return false;
  into.pledges.setI64(PLEDGE_VERSIONS.byName.launch_id, row, launchId);
  into.pledges.setBytes(PLEDGE_VERSIONS.byName.pledger, row, pledger);
  return true;
}

function closeTokenAccount(
  into: SlotBuffer,
  view: AccountView,
  { role, launchId }: { readonly role: keyof typeof TOKEN_ROLE; readonly launchId: bigint },
): boolean {
  const row = into.closedRow(KIND.tokenAccount, view);
  if (row < 0) return false;
  into.tokenAccounts.setI64(TOKEN_ACCOUNT_VERSIONS.byName.launch_id, row, launchId);
  into.tokenAccounts.setU8(TOKEN_ACCOUNT_VERSIONS.byName.role, row, TOKEN_ROLE[role]);
  return true;
}

const REASON = Buffer.from(CLOSED_UNIDENTIFIED);

/** The quarantine has no flag for it: a row without lamports means that the account ended. */
function closeUnidentified(into: SlotBuffer, view: AccountView, owner: Uint8Array): boolean {
  const row = into.row(KIND.quarantine, view);
  if (row < 0) return false;
  const block = into.quarantine;
  const { owner: OWNER, reason, data, lamports, signature } = QUARANTINE.byName;
  block.setBytes(OWNER, row, owner);
  block.setString(reason, row, REASON);
  block.setString(data, row, NOTHING);
  block.setI64(lamports, row, 0n);
  if (view.signatureAt >= 0) block.setBytes(signature, row, view.bytes, view.signatureAt);
  else block.setBytes(signature, row, NO_SIGNATURE);
  return true;
}

const NOTHING = new Uint8Array(0);
const NO_SIGNATURE = new Uint8Array(64);

/** The exact account bytes that a row was decoded from. */
export function accountBytes(account: AccountLayout, block: ColumnBlock, row: number): Buffer {
  const bytes = Buffer.alloc(account.size);
  bytes.set(account.discriminator);
  for (const { name, offset } of account.fields) {
    bytes.set(block.bytes(columnOf(block.layout, name), row), offset);
  }
  return bytes;
}
