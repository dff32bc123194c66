import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { launchVaultAddress } from '../../idl/pda.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { LAUNCH_VERSIONS } from '../model/tables.ts';
import type { FollowedAccounts } from './followed-accounts.ts';

const { address, closed, launch_id, escrow_token_account, launch_mint, pledge_mint } = LAUNCH_VERSIONS.byName;

/** The launches of a slot whose outside accounts are not followed yet. */
export function discoverLaunches(
  { launches }: SlotBuffer,
  followed: FollowedAccounts,
  programId: Uint8Array,
): KnownLaunch[] {
  const found: KnownLaunch[] = [];
  for (let row = 0; row < launches.rows; row++) {
    if (launches.u8(closed, row) === 1 || followed.hasBytes(launches.bytes(address, row))) continue;
    const launchId = launches.u64(launch_id, row);
    found.push({
      launchId,
      address: pubkeyFromBytes(launches.bytes(address, row)),
      escrowTokenAccount: pubkeyFromBytes(launches.bytes(escrow_token_account, row)),
      launchVault: pubkeyFromBytes(launchVaultAddress(programId, launchId)),
      launchMint: pubkeyFromBytes(launches.bytes(launch_mint, row)),
      pledgeMint: pubkeyFromBytes(launches.bytes(pledge_mint, row)),
    });
  }
  return found;
}
