import { counted } from '../../core/kernel/counted.ts';
import { type Checkpoint, newestCheckpoint } from '../model/checkpoint.ts';
import type { ChainReader } from './chain-reader.ts';
import { comparableFrom, coveringBound, wholeFrom } from './checkpoints.ts';
import { type Comparison, compareStates } from './compare.ts';
import { type ConfirmedDifference, confirmDifferences } from './confirm.ts';
import { describeDifference } from './difference.ts';
import { followedKeys } from './followed.ts';
import type { NamedKeys } from './launch-keys.ts';
import type { AuditOutcome } from './outcome.ts';
import type { ChainRead, ChainState, NotAligned } from './reading.ts';
import { doubtedFrom } from './record.ts';
import { repairDifferences } from './repair.ts';
import type { AuditorOptions, AuditRequest, AuditStep } from './request.ts';

const COVER_MS = 60_000;
/** Inconclusive readings of the chain before an audit gives up. */
const ATTEMPTS = 5;
const NO_DIGEST: Buffer = Buffer.alloc(32);

/** What a run finds, without what belongs to the whole audit. */
export type Found = Omit<AuditOutcome, 'launchId' | 'startedAt' | 'finishedAt' | 'paidFacts'>;

interface Kept {
  readonly names: NamedKeys;
  readonly reader: ChainReader;
}

/** One audit: readings of the chain until one is conclusive. */
export class AuditRun {
  readonly #options: AuditorOptions;
  readonly #kept: Kept;
  readonly #request: AuditRequest;
  /** Accounts that the chain names and the index does not know. */
  readonly #named = new Set<string>();
  /** Requests for slices, over all attempts. */
  #requests = 0;

  constructor(options: AuditorOptions, kept: Kept, request: AuditRequest) {
    this.#options = options;
    this.#kept = kept;
    this.#request = request;
  }

  async find(start: Checkpoint): Promise<Found> {
    let reason = '';
    let bound = start;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await this.#attempt(bound);
      if (typeof found !== 'string') return found;
      reason = found;
      bound = (await newestCheckpoint(this.#options.index.lane, this.#request.signal)) ?? bound;
    }
    const { slot, revision } = bound;
    return { ...NOTHING_COMPARED, slot, revision, reason };
  }

  /** The outcome, or why this reading is inconclusive. */
  async #attempt(known: Checkpoint): Promise<Found | string> {
    const { index } = this.#options;
    const { launchId, signal } = this.#request;
    this.#report('reading');
    const read = await this.#read(known);
    if ('reason' in read) return read.reason;
    this.#report('waiting', read.slot);
    const covering = await coveringBound(read.newest, this.#waiting());
    if (!covering) return `the index did not come to slot ${read.newest}`;
    // A snapshot may have moved the index past the slot, which is then lost.
    if (read.oldest < (await wholeFrom(index.lane, signal))) return `the index lost slot ${read.oldest}`;
    this.#report('comparing', read.slot);
    const state = await read.state(covering);
    if ('reason' in state) return state.reason;
    const { revision } = covering;
    const comparison = await compareStates(state, {
      lane: index.lane,
      bound: { slot: state.slot, revision },
      of: index.program && 'program',
      launchId,
      signal,
    });
    const after = await newestCheckpoint(index.lane, signal);
    if (after?.rollbackRevision !== known.rollbackRevision) return 'a fork died under the reading';
    if (comparison.suspected === 0) return this.#found(state, comparison, { verdict: 'equal', revision });
    return this.#different(state, comparison, { revision, rollbackRevision: known.rollbackRevision });
  }

  async #read(known: Checkpoint): Promise<ChainRead | NotAligned> {
    const { index } = this.#options;
    const { names, reader } = this.#kept;
    const { launchId, signal } = this.#request;
    const held = await followedKeys({ ...known, index, names, launchId, signal });
    const read = await reader.read({
      ...this.#options,
      names,
      launchId,
      followed: new Set([...held, ...this.#named]),
      minContextSlot: await comparableFrom(known, index.lane, signal),
      signal,
      onSlice: (done, of) => {
        this.#requests += 1;
        this.#report('reading', undefined, { done, of });
      },
    });
    if ('reason' in read) for (const key of read.missing) this.#named.add(key);
    return read;
  }

  async #different(
    state: ChainState,
    comparison: Comparison,
    { revision, rollbackRevision }: Pick<Checkpoint, 'revision' | 'rollbackRevision'>,
  ): Promise<Found | string> {
    this.#report('confirming', state.slot);
    const confirmed = await confirmDifferences(comparison.suspects, {
      ...this.#options,
      ...this.#waiting(),
      slot: state.slot,
    });
    if (confirmed.length === 0) {
      return `${counted(comparison.suspected, 'account')} differed at slot ${state.slot} and no longer when read again`;
    }
    const { index } = this.#options;
    const now = await newestCheckpoint(index.lane, this.#request.signal);
    if (now?.rollbackRevision !== rollbackRevision) return 'a fork died under the reading';
    const whole = await wholeFrom(index.lane, this.#request.signal);
    if (state.slot < whole) return `the index lost slots under the reading of ${state.slot}`;
    const repaired = await this.#repair(state, confirmed, rollbackRevision);
    const differences = confirmed.map((one) => describeDifference(one, index.program && 'account'));
    return { ...this.#found(state, comparison, { verdict: 'different', revision }), differences, repaired };
  }

  async #repair(
    state: ChainState,
    confirmed: readonly ConfirmedDifference[],
    rollbackRevision: bigint,
  ): Promise<ReadonlySet<string>> {
    const { mender } = this.#request;
    if (!mender) return new Set();
    this.#report('repairing', state.slot);
    const from = await doubtedFrom(this.#options.index.lane, state.slot);
    return repairDifferences(confirmed, { mender, state, doubtedFrom: from, rollbackRevision });
  }

  #found(
    { slot, ledger, doubted, bracketed }: ChainState,
    { accounts, chainDigest, indexDigest }: Comparison,
    { verdict, revision }: Pick<Found, 'verdict' | 'revision'>,
  ): Found {
    return {
      slot,
      verdict,
      accounts,
      chainDigest,
      indexDigest,
      differences: [],
      repaired: new Set(),
      // Totals need every account at the audited slot.
      launches: doubted.size > 0 ? [] : ledger.checks(),
      reason: undefined,
      revision,
      inSlices: this.#requests > 0 ? { requests: this.#requests, bracketed } : undefined,
    };
  }

  #waiting() {
    const { index, clock, coverMs = COVER_MS } = this.#options;
    const { lane, reach } = index;
    return { lane, reach, clock, timeoutMs: coverMs, signal: this.#request.signal };
  }

  #report(step: AuditStep['step'], slot?: bigint, requests?: AuditStep['requests']): void {
    this.#request.onStep?.({ step, slot, ...(requests && { requests }) });
  }
}

const NOTHING_COMPARED = {
  verdict: 'failed',
  accounts: 0,
  chainDigest: NO_DIGEST,
  indexDigest: NO_DIGEST,
  differences: [],
  repaired: new Set<string>(),
  launches: [],
  inSlices: undefined,
} as const;
