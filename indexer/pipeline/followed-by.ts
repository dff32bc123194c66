import type { Logger } from '../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { Decoder } from '../decode/decoder.ts';
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

/** Lets a decoder read every account of a launch, those too that the program does not own. */
export function followIn(decoder: Pick<Decoder, 'follow'>, launch: KnownLaunch, logger: Logger): void {
  for (const account of followedBy(launch)) {
    if (decoder.follow(account)) continue;
    logger.warn(
      { launchId: launch.launchId.toString(), kind: account.kind },
      'an account is followed as something else',
    );
  }
}
