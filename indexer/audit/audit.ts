import type { Clock } from '../../core/kernel/clock.ts';
import { counted } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { type Checkpoint, newestCheckpoint } from '../model/checkpoint.ts';
import { type ChainState, readChainState } from './chain-state.ts';
import { comparableFrom, coveringBound, wholeFrom } from './checkpoints.ts';
import { type Comparison, compareStates } from './compare.ts';
import { type ConfirmedDifference, confirmDifferences } from './confirm.ts';
import { describeDifference } from './difference.ts';
import { followedKeys } from './followed.ts';
import { NamedKeys } from './launch-keys.ts';
import type { AuditOutcome } from './outcome.ts';
import { checkPaidFacts, type PaidFacts, type PaymentLookup } from './paid-facts.ts';
import type { AuditedChain, AuditedIndex, Mender } from './ports.ts';
import { doubtedFrom, recordOutcome } from './record.ts';
import { repairDifferences } from './repair.ts';

export interface AuditorOptions {
  readonly chain: AuditedChain;
  readonly index: AuditedIndex;
  /** Where verdicts are written. */
  readonly ledger: OlapLane;
  readonly clock: Clock;
  /** Asks a node for reward payments that are not in the index. */
  readonly lookup?: PaymentLookup | undefined;
  /** Longest wait for the index to cover the slot that was read. */
  readonly coverMs?: number;
}

export interface AuditRequest {
  /** By default the whole index. */
  readonly launchId?: bigint | undefined;
  /** Writes the chain's state to the index where they differ; by default nothing is repaired. */
  readonly mender?: Mender | undefined;
  readonly onStep?: ((step: AuditStep) => void) | undefined;
  readonly signal: AbortSignal;
}

/** The progress of an audit, for people who wait for it. */
export interface AuditStep {
  readonly step: 'reading' | 'waiting' | 'comparing' | 'confirming' | 'repairing';
  readonly slot: bigint | undefined;
}

const COVER_MS = 60_000;
/** Inconclusive readings of the chain before an audit gives up. */
const ATTEMPTS = 5;
const NO_DIGEST: Buffer = Buffer.alloc(32);

/**
 * Compares the index with the chain at one slot, byte for byte. Equal means that every account was read at the
 * program's slot, or did not change between a read below and one above it, and that the index at that slot has
 * the same bytes and lamports and no extra account. A difference counts if a second read confirms it; an
 * inconclusive reading is repeated.
 */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #names: NamedKeys;

  constructor(options: AuditorOptions) {
    this.#options = options;
    this.#names = new NamedKeys(pubkeyBytes(options.index.programId));
  }

  /** Runs and records one audit. @throws AUDIT_INDEX_EMPTY and the errors of RPC and of the store */
  async audit(request: AuditRequest): Promise<AuditOutcome> {
    const { clock, index, ledger } = this.#options;
    const startedAt = clock.now();
    const bound = await newestCheckpoint(index.lane, request.signal);
    if (!bound) throw new LaunchlensError('AUDIT_INDEX_EMPTY', {});
    const run = new AuditRun(this.#options, this.#names, request);
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

type Found = Omit<AuditOutcome, 'launchId' | 'startedAt' | 'finishedAt' | 'paidFacts'>;

class AuditRun {
  readonly #options: AuditorOptions;
  readonly #names: NamedKeys;
  readonly #request: AuditRequest;
  /** Accounts that the chain names and the index does not know. */
  readonly #named = new Set<string>();

  constructor(options: AuditorOptions, names: NamedKeys, request: AuditRequest) {
    this.#options = options;
    this.#names = names;
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
    const names = this.#names;
    const held = await followedKeys({ ...known, index, names, launchId, signal });
    const state = await readChainState({
      ...this.#options,
      names,
      launchId,
      followed: new Set([...held, ...this.#named]),
      minContextSlot: await comparableFrom(known, index.lane, signal),
      signal,
    });
    if ('reason' in state) {
      for (const key of state.missing) this.#named.add(key);
      return state.reason;
    }
    this.#report('waiting', state.slot);
    const covering = await coveringBound(state.slot, this.#waiting());
    if (!covering) return `the index did not come to slot ${state.slot}`;
    // A snapshot may have moved the index past the slot, which is then lost.
    if (state.slot < (await wholeFrom(index.lane, signal))) return `the index lost slot ${state.slot}`;
    this.#report('comparing', state.slot);
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
    if (comparison.suspected === 0) return found(state, comparison, { verdict: 'equal', revision });
    return this.#different(state, comparison, { revision, rollbackRevision: known.rollbackRevision });
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
    return { ...found(state, comparison, { verdict: 'different', revision }), differences, repaired };
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

  #waiting() {
    const { index, clock, coverMs = COVER_MS } = this.#options;
    return { lane: index.lane, clock, timeoutMs: coverMs, signal: this.#request.signal };
  }

  #report(step: AuditStep['step'], slot?: bigint): void {
    this.#request.onStep?.({ step, slot });
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
} as const;

function found(
  { slot, ledger }: ChainState,
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
    launches: ledger.checks(),
    reason: undefined,
    revision,
  };
}
