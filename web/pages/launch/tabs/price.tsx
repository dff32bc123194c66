import { type ImpliedPrices, impliedPrices } from '../../../model/price.ts';
import { Card } from '../../../parts/card.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import type { LaunchProps } from '../shown.ts';

/** What one launch token costs by the rule of settlement; absent where the rule gives no price. */
export function PriceCard({ launch }: Pick<LaunchProps, 'launch'>) {
  const prices = impliedPrices(launch);
  if (prices === undefined) return null;
  const unit = launch.pledgeMintSymbol ?? 'pledged tokens';
  return (
    <Card title="Implied price" note={`${unit} for one launch token`}>
      <Facts facts={factsOf(prices)} />
      <p className="small quiet">
        Price = total pledged ÷ token allocation, in whole tokens: at settlement every pledge gets its share
        of the allocation at this one rate.{' '}
        {prices.settled ? '' : 'It moves with every pledge until the launch closes. '}
        It is not a market price.
      </p>
    </Card>
  );
}

function factsOf({ now, atMinimum, atMaximum, settled }: ImpliedPrices): readonly Fact[] {
  if (settled) return [{ name: 'Settled at', value: now ?? 'nothing was pledged' }];
  return [
    { name: 'If it closed at this slot’s raise', value: now ?? 'nothing is pledged yet' },
    { name: 'At the minimum raise', value: atMinimum ?? 'no minimum' },
    { name: 'At the maximum raise', value: atMaximum ?? 'no maximum' },
  ];
}
