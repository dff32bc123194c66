import type { Clock } from '../../core/kernel/clock.ts';
import type { RunningCapture } from '../../indexer/capture/record.ts';

/** The status line of a recording: where it is, how fast updates come, and how large the file is. */
export function captureLine({ stats, recorded }: RunningCapture, clock: Clock): () => string {
  const startedAt = clock.now();
  return () => {
    const seconds = Math.max(1, (clock.now() - startedAt) / 1000);
    const slot = recorded.slot?.toLocaleString('en-US') ?? '—';
    const rate = (stats.accountUpdates / seconds).toFixed(1);
    const megabytes = (recorded.bytes / 1_000_000).toFixed(1);
    return `${stats.state}  slot ${slot}  slots ${recorded.slots}  updates/s ${rate}  ${megabytes} MB  gaps ${recorded.gaps}`;
  };
}
