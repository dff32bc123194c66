import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { newestCheckpoint } from '../model/checkpoint.ts';
import { ChainReader } from './chain-reader.ts';
import { NamedKeys } from './launch-keys.ts';
import type { AuditOutcome } from './outcome.ts';
import { checkPaidFacts, type PaidFacts } from './paid-facts.ts';
import { recordOutcome } from './record.ts';
import type { AuditorOptions, AuditRequest } from './request.ts';
import { AuditRun, type Found } from './run.ts';

/**
 * Compares the index with the chain at one slot, byte for byte. Equal means that every account was read at the
 * audited slot, or did not change between a read below and one above it, or that the index has both of these reads,
 * and that the index at that slot has the same bytes and lamports and no extra account. A difference counts if a
 * second read confirms it; an inconclusive reading is repeated.
 */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #names: NamedKeys;
  readonly #reader: ChainReader;

  constructor(options: AuditorOptions) {
    this.#options = options;
    this.#reader = new ChainReader(options);
    this.#names = new NamedKeys(pubkeyBytes(options.index.programId));
  }

  /** Runs and records one audit. @throws AUDIT_INDEX_EMPTY and the errors of RPC and of the store */
  async audit(request: AuditRequest): Promise<AuditOutcome> {
    const { clock, index, ledger } = this.#options;
    const startedAt = clock.now();
    const bound = await newestCheckpoint(index.lane, request.signal);
    if (!bound) throw new LaunchlensError('AUDIT_INDEX_EMPTY', {});
    const run = new AuditRun(this.#options, { names: this.#names, reader: this.#reader }, request);
    const found = await run.find(bound);
    const paidFacts = await this.#paidFacts(found, request);
    const outcome = { launchId: request.launchId, startedAt, finishedAt: clock.now(), ...found, paidFacts };
    await recordOutcome(ledger, outcome);
    return outcome;
  }

  /** Of the whole index; they belong to no launch. */
  async #paidFacts(
    { verdict, slot, revision }: Found,
    { launchId, signal }: AuditRequest,
  ): Promise<PaidFacts | undefined> {
    const { lane, treasury, rewardMint, program } = this.#options.index;
    if (launchId !== undefined || verdict === 'failed' || program) return undefined;
    const { lookup } = this.#options;
    return checkPaidFacts({ lane, treasury, rewardMint, lookup, slot, revision, signal });
  }
}
