import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Credentials } from '../../state/credentials/credentials.ts';

const ONE_EACH_MS = 60_000;
const FLUSH_MS = 5_000;
/** Beyond this many at a time, uses are recorded a minute later. */
const MOST = 10_000;

export interface LastUsedOptions {
  readonly credentials: Pick<Credentials, 'used'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type LastUsed = ReturnType<typeof createLastUsed>;

/** Records when credentials were last used, to the minute, without making a call wait for a write. */
export function createLastUsed({ credentials, clock, logger }: LastUsedOptions) {
  /** When each was last recorded; grows by those of one minute, and is emptied as they age. */
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();

  const flush = async (): Promise<void> => {
    const uses = [...waiting].map(([credentialId, at]) => ({ credentialId, at }));
    waiting.clear();
    for (const [id, at] of noted) if (clock.now() - at >= ONE_EACH_MS) noted.delete(id);
    try {
      await credentials.used(uses);
    } catch (err) {
      // The next use records the same again.
      logger.warn({ err, uses: uses.length }, 'the last use of credentials could not be written');
    }
  };
  return {
    note: (credentialId: string) => {
      const now = clock.now();
      const before = noted.get(credentialId);
      if (before !== undefined && now - before < ONE_EACH_MS) return;
      if (noted.size >= MOST) return;
      noted.set(credentialId, now);
      waiting.set(credentialId, now);
    },
    /** Writes pending records every few seconds until the signal aborts, then once more. */
    run: async (signal: AbortSignal) => {
      while (!signal.aborted) {
        await clock.sleep(FLUSH_MS, signal).catch(() => undefined);
        await flush();
      }
    },
  };
}
