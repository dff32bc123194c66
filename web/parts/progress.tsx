import { type RaiseAmounts, raiseProgress } from '../model/raise.ts';

export interface ProgressProps extends RaiseAmounts {
  /** What the bar is about, for screen readers. */
  readonly label: string;
}

/** The progress of a raise, with a mark at the minimum. */
export function RaiseBar({ label, ...amounts }: ProgressProps) {
  const { filled, minimumAt, ofMinimum, ofMaximum } = raiseProgress(amounts);
  const words = [ofMinimum, ofMaximum].filter((text) => text !== undefined).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter has no place for the mark of the minimum.
    <div
      className="meter-track"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={filled}
      aria-valuetext={words}
      title={words}
    >
      <div className="meter-fill" data-begun={filled > 0} style={{ width: `${filled}%` }} />
      {amounts.minRaise > 0n && <div className="meter-mark" style={{ left: `${minimumAt}%` }} />}
    </div>
  );
}
