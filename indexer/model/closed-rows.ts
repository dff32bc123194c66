import type { AccountView } from './account-view.ts';
import { KIND, type SlotBuffer } from './slot-buffer.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, TOKEN_ACCOUNT_VERSIONS, TOKEN_ROLE } from './tables.ts';

/** What a closed account was: the columns by which its table is ordered. Keys are 32 raw bytes. */
export type ClosedAccount =
  | { readonly kind: 'launch' | 'escrow' | 'vault'; readonly launchId: bigint }
  | { readonly kind: 'pledge'; readonly launchId: bigint; readonly pledger: Uint8Array }
  | { readonly kind: 'mint' };

/**
 * Writes the row that says that an account ceased to exist in the view's slot.
 * False when a newer write of it is already held.
 */
export function closeAccount(into: SlotBuffer, view: AccountView, account: ClosedAccount): boolean {
  switch (account.kind) {
    case 'launch':
      return closeLaunch(into, view, account.launchId);
    case 'pledge':
      return closePledge(into, view, account);
    case 'mint':
      return into.closedRow(KIND.mint, view) >= 0;
    default:
      return closeTokenAccount(into, view, { role: account.kind, launchId: account.launchId });
  }
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
