import type { Clock } from '../core/kernel/clock.ts';
import type { Olap } from '../core/olap/port.ts';
import type { AuditService } from './audit/service.ts';
import { type CurrentAccount, currentAccounts, heldDigests } from './model/account-states.ts';
import type { IndexTables } from './model/index-tables.ts';
import type { RewardAccounts } from './model/reward-accounts.ts';
import { type SlotWriters, slotWriters } from './model/slot-writers.ts';
import type { ResumePoint } from './pipeline/delivered-slots.ts';
import type { FollowedIndex } from './pipeline/options.ts';
import { resumeState } from './write/resume.ts';
import type { Writer } from './write/writer.ts';

export interface StoredIndexOptions {
  readonly olap: Pick<Olap, 'scanner' | 'writer'>;
  readonly writer: Writer;
  readonly programId: string;
  readonly rewards?: RewardAccounts;
  readonly tables?: IndexTables;
  readonly clock: Clock;
}

/** The index in the store, as its pipeline reads it and rolls it back. */
export class StoredIndex implements FollowedIndex {
  readonly #options: StoredIndexOptions;
  /** Called for rollbacks. */
  audits: Pick<AuditService, 'rolledBack'> | undefined;

  constructor(options: StoredIndexOptions) {
    this.#options = options;
  }

  async rollBack(to: bigint, cause: string): Promise<ResumePoint | undefined> {
    const { olap, writer } = this.#options;
    await writer.rollBack(to, cause);
    const { checkpoint } = writer;
    this.audits?.rolledBack(to, checkpoint?.rollbackRevision ?? 0n);
    return checkpoint && { head: to, ...(await resumeState(olap.writer, checkpoint, this.#options)) };
  }

  async writersOf(from: bigint, to: bigint, signal: AbortSignal): Promise<ReadonlyMap<bigint, SlotWriters>> {
    const { olap, writer, tables } = this.#options;
    await writer.flush();
    const revision = writer.checkpoint?.revision ?? 0n;
    return slotWriters(olap.scanner, { from, to, revision, signal }, tables);
  }

  async currentAccounts(signal: AbortSignal): Promise<Map<string, CurrentAccount>> {
    const { olap, writer, tables } = this.#options;
    await writer.flush();
    const { checkpoint } = writer;
    if (!checkpoint) return new Map();
    return currentAccounts(olap.scanner, { ...checkpoint, of: tables?.kind }, signal);
  }

  async heldAccounts(
    addresses: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const { olap, writer } = this.#options;
    if (!writer.checkpoint) return new Map();
    return heldDigests(olap.scanner, { ...writer.checkpoint, addresses, signal });
  }
}
