import { Lazily } from '../../../parts/lazily.tsx';
import { useShown } from '../shown.ts';
import { PledgesCard } from './pledges.tsx';
import { WalletCard } from './wallet.tsx';

/** Who pledged how much. */
export function PledgesTab() {
  const shown = useShown();
  return (
    <>
      <WalletCard {...shown} />
      <PledgesCard key={shown.at.slot} {...shown} />
      <Lazily
        name="sizes"
        load={async () => (await import('./distribution.tsx')).DistributionCard}
        height="32rem"
      />
    </>
  );
}
