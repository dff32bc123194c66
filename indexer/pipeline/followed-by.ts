import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { Followed } from '../decode/followed.ts';
import type { KnownLaunch } from '../model/known-launch.ts';

/** The accounts that are followed by key because of a launch. */
export function followedBy({ launchId, ...launch }: KnownLaunch): readonly Followed[] {
  return [
    { kind: 'launch', address: pubkeyBytes(launch.address), launchId },
    { kind: 'escrow', address: pubkeyBytes(launch.escrowTokenAccount), launchId },
    { kind: 'vault', address: pubkeyBytes(launch.launchVault), launchId },
    { kind: 'mint', address: pubkeyBytes(launch.launchMint) },
    { kind: 'mint', address: pubkeyBytes(launch.pledgeMint) },
  ];
}
