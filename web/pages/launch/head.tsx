import { grouped } from '../../model/numbers.ts';
import { Amount } from '../../parts/amount.tsx';
import { LaunchHero } from '../../parts/launch-hero.tsx';
import type { TimedLaunchProps } from './props.ts';

/** What the launch is, its status, and its terms for pledgers. */
export function Head({ launch, now, refreshing }: TimedLaunchProps & { readonly refreshing: boolean }) {
  const { maxPledgePerWallet: cap, pledgeMintDecimals, tokenAllocation, launchMintDecimals } = launch;
  return (
    <LaunchHero
      level="h1"
      {...{ launch, now, busy: refreshing }}
      slot={launch.source.lastIndexedSlot}
      terms={[
        {
          name: 'Per-wallet cap',
          value: cap === 0n ? 'none' : <Amount base={cap} decimals={pledgeMintDecimals} />,
        },
        {
          name: 'Token allocation',
          value: <Amount base={tokenAllocation} decimals={launchMintDecimals} />,
        },
      ]}
      more={[{ name: 'Last changed in slot', value: grouped(launch.updatedSlot) }]}
    />
  );
}
