import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Auditor } from './audit.ts';
import type { AuditOutcome } from './outcome.ts';
import type { Mender } from './ports.ts';
import type { AuditRequest } from './request.ts';

/** The audits of one process. */
export interface AuditStats {
  equal: number;
  different: number;
  failed: number;
  /** Accounts that differed, over all audits. */
  differences: number;
  repaired: number;
  /** Newest slot at which this process found the whole index equal. */
  verifiedSlot: bigint | undefined;
  /** Milliseconds at which it did so last. */
  verifiedAt: number | undefined;
  /** Accounts that the newest audit of the whole index found different and could not repair, and the slot. */
  unrepaired: { readonly slot: bigint; readonly differences: bigint } | undefined;
  /** How long the last one took, in milliseconds. */
  lastMs: number | undefined;
}

export function createAuditStats(): AuditStats {
  return {
    equal: 0,
    different: 0,
    failed: 0,
    differences: 0,
    repaired: 0,
    verifiedSlot: undefined,
    verifiedAt: undefined,
    unrepaired: undefined,
    lastMs: undefined,
  };
}

export interface AuditServiceOptions {
  readonly auditor: Auditor;
  readonly mender: Mender;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stats: AuditStats;
  /** Called after each audit, whose verdict is in the store. */
  readonly onAudit?: (() => void) | undefined;
}

/** Between two attempts while there is nothing to compare yet. */
const EMPTY_MS = 250;
/** The share of time for audits: the next one waits nine times as long as the last one took. */
const REST = 9;
/** The wait after an audit that proved nothing, or repaired something. */
const RETRY_MS = 5_000;
/** Audits and rollbacks kept: a fork that dies reaches back over a few of them at most. */
const KEPT = 64;

/** The audits of one process: never two at a time, whoever requests them. */
export class AuditService {
  readonly #options: AuditServiceOptions;
  #last: Promise<unknown> = Promise.resolve();
  /** Slots at which the whole index was equal, and rollbacks; the newest of each. */
  #proven: readonly bigint[] = [];
  #rollbacks: readonly { readonly to: bigint; readonly revision: bigint }[] = [];

  constructor(options: AuditServiceOptions) {
    this.#options = options;
  }

  get stats(): Readonly<AuditStats> {
    return this.#options.stats;
  }

  /** Slots above `to` were rolled back: findings about them no longer count, including those of a running audit. */
  rolledBack(to: bigint, revision: bigint): void {
    const { stats } = this.#options;
    this.#rollbacks = [...this.#rollbacks, { to, revision }].slice(-KEPT);
    this.#proven = this.#proven.filter((slot) => slot <= to);
    stats.verifiedSlot = this.#proven.at(-1);
    if (stats.unrepaired && stats.unrepaired.slot > to) stats.unrepaired = undefined;
  }

  /** Runs an audit after those requested before. */
  audit(request: Omit<AuditRequest, 'mender'> & { readonly repair: boolean }): Promise<AuditOutcome> {
    const { repair, ...rest } = request;
    const made = this.#last
      .catch(() => undefined)
      .then(() => {
        request.signal.throwIfAborted();
        return this.#audit({ ...rest, ...(repair && { mender: this.#options.mender }) });
      });
    this.#last = made;
    return made;
  }

  /** Repeatedly audits and repairs the whole index until the signal aborts; 0 disables it. Never rejects. */
  async run(everyMs: number, signal: AbortSignal): Promise<void> {
    const { clock, stats } = this.#options;
    while (everyMs > 0 && !signal.aborted) {
      const next = await this.#attempt(signal);
      const took = stats.lastMs ?? 0;
      const waitMs = {
        empty: EMPTY_MS,
        soon: Math.max(RETRY_MS, took),
        later: Math.max(everyMs, REST * took),
      };
      await clock.sleep(waitMs[next], signal).catch(() => undefined);
    }
  }

  /** When the next audit is due: soon if this one proved nothing, or its repairs need proof. */
  async #attempt(signal: AbortSignal): Promise<'empty' | 'soon' | 'later'> {
    const { logger, stats } = this.#options;
    try {
      const { verdict, repaired } = await this.audit({ repair: true, signal });
      return verdict === 'failed' || repaired.size > 0 ? 'soon' : 'later';
    } catch (error) {
      if (isLaunchlensError(error, 'AUDIT_INDEX_EMPTY')) return 'empty';
      if (!signal.aborted) {
        stats.failed += 1;
        logger.warn({ err: error }, 'an audit failed');
      }
      return 'later';
    }
  }

  #warnOfUnpaid({ paidFacts }: AuditOutcome): void {
    const [first] = paidFacts?.differences ?? [];
    if (!first) return;
    const about = { record: first.recordId.toString(), tx_signature: first.txSignature };
    const records = paidFacts?.differences.length;
    this.#options.logger.warn(
      { records, first: about },
      'reward records are marked paid, but the treasury did not pay them',
    );
  }

  async #audit(request: AuditRequest): Promise<AuditOutcome> {
    const { auditor, stats, clock, logger, onAudit } = this.#options;
    const startedAt = clock.now();
    const outcome = await auditor.audit(request);
    stats.lastMs = clock.now() - startedAt;
    stats[outcome.verdict] += 1;
    stats.differences += outcome.differences.length;
    stats.repaired += outcome.repaired.size;
    this.#warnOfUnpaid(outcome);
    if (outcome.launchId === undefined && !this.#wasTakenBack(outcome)) this.#note(outcome);
    logOutcome(logger, outcome, stats.lastMs);
    onAudit?.();
    return outcome;
  }

  #wasTakenBack({ slot, revision }: AuditOutcome): boolean {
    return this.#rollbacks.some((back) => back.to < slot && back.revision > revision);
  }

  #note(outcome: AuditOutcome): void {
    const { stats, clock } = this.#options;
    if (outcome.verdict === 'failed') return;
    stats.unrepaired = unrepairedOf(outcome);
    if (outcome.verdict !== 'equal') return;
    this.#proven = [...this.#proven, outcome.slot].slice(-KEPT);
    stats.verifiedSlot = outcome.slot;
    stats.verifiedAt = clock.now();
  }
}

function unrepairedOf({ slot, differences, repaired }: AuditOutcome): AuditStats['unrepaired'] {
  const left = BigInt(differences.length - repaired.size);
  return left > 0n ? { slot, differences: left } : undefined;
}

function logOutcome(logger: Logger, outcome: AuditOutcome, ms: number): void {
  const { verdict, slot, accounts, differences, repaired, reason, launches, inSlices } = outcome;
  const broken = launches.filter((launch) => launch.broken.length > 0).length;
  const invariants = broken > 0 && { brokenInvariants: broken };
  const said = { slot: Number(slot), accounts, ms, ...invariants, ...inSlices };
  if (verdict === 'equal') logger.info(said, 'the index is equal to the chain');
  else if (verdict === 'failed') logger.warn({ ...said, reason }, 'an audit could not be made');
  else
    logger.error(
      { ...said, differences: differences.length, repaired: repaired.size },
      'the index differs from the chain',
    );
}
