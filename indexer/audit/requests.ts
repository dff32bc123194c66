import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { answerRepair, openRepairs } from '../model/repair-requests.ts';
import type { AuditService } from './service.ts';

export interface RepairRequestOptions {
  readonly audits: Pick<AuditService, 'audit'>;
  readonly reader: OlapLane;
  /** Where answers are written. */
  readonly ledger: OlapLane;
  readonly clock: Clock;
  readonly logger: Logger;
}

const LOOK_MS = 1_000;

/**
 * Performs repairs that other processes request, until the signal aborts. Only the process that writes the index
 * can, because a replacing row must have the next revision. Never rejects.
 */
export async function serveRepairs(options: RepairRequestOptions, signal: AbortSignal): Promise<void> {
  const { reader, clock, logger } = options;
  while (!signal.aborted) {
    try {
      const asked = await openRepairs(reader, signal);
      if (asked.length > 0) await repair(asked, options, signal);
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'a requested repair failed');
    }
    await clock.sleep(LOOK_MS, signal).catch(() => undefined);
  }
}

/** One audit answers all requests made before it began. */
async function repair(
  asked: readonly string[],
  { audits, ledger, logger }: RepairRequestOptions,
  signal: AbortSignal,
): Promise<void> {
  logger.info({ requests: asked.length }, 'another process requested a repair');
  for (const id of asked) await answerRepair(ledger, id, { state: 'taken' });
  const { verdict, slot, differences, repaired, reason = '' } = await audits.audit({ repair: true, signal });
  for (const id of asked)
    await answerRepair(ledger, id, {
      state: verdict === 'failed' ? 'failed' : 'done',
      slot,
      differing: BigInt(differences.length),
      repaired: BigInt(repaired.size),
      detail: reason,
    });
}
