import type { Clock } from '../../core/kernel/clock.ts';

export interface SilenceOptions {
  readonly clock: Clock;
  /** After this much silence the stream counts as dead. */
  readonly silenceMs: number;
  /** Whether anything arrived since the last call. */
  readonly heard: () => boolean;
  readonly signal: AbortSignal;
}

/** The clock is checked this many times per period, so that a message costs a flag and not a timer. */
const LOOKS = 6;

/**
 * Resolves true after `silenceMs` of silence, or false when the signal ends the watch. After an outage a stream
 * can stay open and silent forever.
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
