import type { LaunchSummary } from '../data/launch-shapes.ts';
import { type RaiseAmounts, raiseProgress } from '../model/launch.ts';
import { Amount } from './values.tsx';

type Raised = RaiseAmounts & Pick<LaunchSummary, 'launchId' | 'pledgeMintDecimals' | 'pledgeMintSymbol'>;

/** What a launch raised: the amount, a bar that ends at the maximum, and the bounds below it. */
export function RaiseMeter({ launch }: { readonly launch: Raised }) {
  const { totalPledged, minRaise, maxRaise, pledgeMintDecimals: decimals, pledgeMintSymbol } = launch;
  const { ofMinimum, ofMaximum } = raiseProgress(launch);
  return (
    <div className="meter">
      <div>
        <span className="figure">
          <Amount base={totalPledged} decimals={decimals} />
        </span>{' '}
        <span className="unit">{pledgeMintSymbol ?? ''} raised</span>
      </div>
      <RaiseBar {...launch} label={`The raise of launch ${launch.launchId}`} />
      <div className="row row-between small quiet">
        <span className="meter-minimum" data-marked={minRaise > 0n}>
          {ofMinimum}
          {minRaise > 0n && (
            <>
              {' '}
              (<Amount base={minRaise} decimals={decimals} short />)
            </>
          )}
        </span>
        <span>
          {ofMaximum}
          {maxRaise > 0n && (
            <>
              {' '}
              (<Amount base={maxRaise} decimals={decimals} short />)
            </>
          )}
        </span>
      </div>
    </div>
  );
}

export interface ProgressProps extends RaiseAmounts {
  /** What the bar is about, for screen readers. */
  readonly label: string;
}

/** The progress of a raise, with a mark at the minimum. */
export function RaiseBar({ label, ...amounts }: ProgressProps) {
  const { filled, minimumAt, ofMinimum, ofMaximum } = raiseProgress(amounts);
  const progress = `${ofMinimum}, ${ofMaximum}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter has no place for the mark of the minimum.
    <div
      className="meter-track"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={filled}
      aria-valuetext={progress}
      title={progress}
    >
      <div className="meter-fill" data-begun={filled > 0} style={{ width: `${filled}%` }} />
      {amounts.minRaise > 0n && <div className="meter-mark" style={{ left: `${minimumAt}%` }} />}
    </div>
  );
}
