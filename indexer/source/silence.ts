import type { Clock } from '../../core/kernel/clock.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  /** How long nothing may be heard before the stream counts as dead. */
  readonly silenceMs: number;
  /** Whether anything was heard since the last call. */
  readonly heard: () => boolean;
  readonly signal: AbortSignal;
}

/** The clock is looked at this many times per silence, so that a message costs a flag and not a timer. */
const LOOKS = 6;

/**
 * Resolves true once nothing was heard for `silenceMs`, or false when the signal ends the watch. After an
 * outage a stream can stay open and silent for ever.
 */
export async function watchSilence({ clock, silenceMs, heard, signal }: SilenceOptions): Promise<boolean> {
  for (let quiet = 0; quiet < LOOKS; ) {
    try {
      await clock.sleep(silenceMs / LOOKS, signal);
    } catch {
      return false;
    }
    quiet = heard() ? 0 : quiet + 1;
  }
  return !signal.aborted;
}
