import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { SlotBuffers } from '../model/slot-buffers.ts';
import type { Fork } from '../track/unfinalized-tail.ts';
import { DeliveredSlots } from './delivered-slots.ts';
import { firstUnproven, followedKeys } from './doubted-slots.ts';
import { FollowedLaunches } from './followed-launches.ts';
import { type FollowedChain, followChain } from './follower.ts';
import type { SessionEnd } from './next-step.ts';
import type { PipelineOptions } from './options.ts';
import { SlotFlow } from './slot-flow.ts';
import { readSnapshot, type SnapshotRead } from './snapshot-reading.ts';
import { StandingMints } from './standing-mints.ts';
import { StreamSession } from './stream-session.ts';
import { survivingSlot } from './surviving-slot.ts';

/** Before the first slot of a chain. */
const NOTHING = -1n;
/** If a launch appears between two reads, the next attempt follows it; this many never appear in a row. */
const SNAPSHOT_ATTEMPTS = 8;

interface StreamStart {
  readonly head: bigint;
  readonly hold: boolean;
  readonly fromSlot: bigint | undefined;
}

interface Doubt {
  readonly signal: AbortSignal;
  /** Only the slots below this one. */
  readonly below?: bigint;
  readonly patient: boolean;
}

/**
 * One chain followed into one writer: whole slots, in order, with snapshots where the stream cannot reach. The
 * path of an update: a source calls the `StreamSession`, which decodes it through the `SlotFlow` into the buffer
 * of its slot and tracks slots in its `SlotAssembler`; each slot that may be emitted goes through the `SlotFlow`
 * to the writer.
 */
export class Pipeline implements FollowedChain {
  readonly #options: PipelineOptions;
  readonly #buffers: SlotBuffers;
  readonly #delivered: DeliveredSlots;
  readonly #launches: FollowedLaunches;
  readonly #mints: StandingMints;
  readonly #flow: SlotFlow;
  #session: StreamSession | undefined;

  constructor(options: PipelineOptions) {
    const { resume, commitment } = options;
    this.#options = options;
    const buffers = new SlotBuffers(options.clock);
    this.#buffers = buffers;
    this.#delivered = new DeliveredSlots({ resume, mayDie: commitment !== 'finalized', buffers });
    this.#launches = new FollowedLaunches(options, resume?.launches ?? []);
    this.#mints = new StandingMints(options);
    this.#mints.follow(resume?.mints ?? [], this.#launches.accounts);
    this.#flow = new SlotFlow({
      ...options,
      buffers,
      delivered: this.#delivered,
      launches: this.#launches,
      mints: this.#mints,
    });
  }

  /** Follows the chain until the signal aborts; by then the writer has everything that was delivered. */
  async run(stop: AbortSignal): Promise<void> {
    const { clock, logger, stats } = this.#options;
    const { failure } = this.#flow;
    const signal = AbortSignal.any([stop, failure]);
    const close = (): void => this.#session?.close();
    signal.addEventListener('abort', close);
    try {
      await followChain(this, { clock, logger, stats, signal });
    } finally {
      signal.removeEventListener('abort', close);
      close();
      await this.#flow.close();
    }
    if (failure.aborted) throw failure.reason;
  }

  get head(): bigint | undefined {
    return this.#delivered.head;
  }

  /** Streams from a few slots below the head until the stream ends. */
  async resume(signal: AbortSignal): Promise<SessionEnd> {
    const head = this.head ?? NOTHING;
    let from = this.#delivered.replayFrom;
    this.#options.stats.state = 'live';
    for (;;) {
      const end = await this.#stream(head, from, signal);
      const available = end.kind === 'out_of_range' ? end.firstAvailable : undefined;
      // The overlap is optional; but the moving window must reach down to the head.
      if (available === undefined || available <= from || available > head + 1n) return end;
      // Without a snapshot nothing would ever repair a missing write below the window.
      const doubt = { signal, below: available, patient: true };
      if ((await this.#unproven(doubt)) !== undefined) return end;
      this.#doubtCalls(available);
      from = available;
    }
  }

  /** Reads the chain by RPC while a new stream is held, then follows that stream until it ends. */
  async splice(cause: string, signal: AbortSignal): Promise<SessionEnd> {
    const { stats, logger } = this.#options;
    await this.#settleHead(signal);
    // A wait would lose more slots than it could prove: no stream is open.
    const unproven = await this.#unproven({ signal, patient: false });
    stats.state = 'snapshot';
    stats.snapshots += 1;
    logger.info({ cause }, 'reading a snapshot of the program');
    const read = await this.#readSnapshot(signal);
    if ('kind' in read) return read;
    const { session, buffer, programSlot, keysSlot } = read;
    const program = await session.whole(programSlot);
    const unfinished = this.#flow.snapshotPending;
    const flowsUnproven = this.#options.storesCalls ? this.#delivered.doubted[0]?.slot : undefined;
    const overtaken = this.#delivered.overtake(program, { keysSlot, unfinished, unproven, flowsUnproven });
    if (overtaken.lost) stats.gaps += 1;
    this.#flow.snapshot({ buffer, program, keysSlot, ...overtaken, cause });
    stats.state = 'live';
    session.release(programSlot);
    return session.ended;
  }

  /** Removes slots of a dead fork from the index. */
  async rollBack({ to: survivor, cause }: Fork): Promise<'resume' | 'splice'> {
    const { stats, index } = this.#options;
    const abandoned = this.#flow.abandonSnapshot();
    if (abandoned) this.#delivered.abandonSnapshot();
    const [head, to] = [this.head, this.#delivered.answerable(survivor)];
    if (head === undefined) return 'splice';
    if (to !== undefined && to >= head) return abandoned ? 'splice' : 'resume';
    if (to === undefined || !index.rollBack) {
      this.#delivered.dead(to);
      return 'splice';
    }
    const point = await index.rollBack(to, cause);
    if (point) {
      stats.rollbacks += 1;
      this.#delivered.rewind(point);
      this.#launches.restart(point.launches);
      this.#mints.follow(point.mints ?? [], this.#launches.accounts);
    }
    return abandoned ? 'splice' : 'resume';
  }

  /** Follows the launches of a buffer that no stream has shown, and subscribes to their accounts. */
  adopt(buffer: SlotBuffer): void {
    this.#flow.learn(buffer);
    if (this.#launches.followNew(buffer)) this.#session?.renew();
  }

  async #stream(head: bigint, fromSlot: bigint, signal: AbortSignal): Promise<SessionEnd> {
    const { rpc, commitment } = this.#options;
    const { older } = this.#launches;
    const session = this.#open({ head, hold: older !== undefined, fromSlot });
    this.#mints
      .readUnder({ delivered: this.#delivered, session }, signal)
      .catch((error: unknown) => this.#flow.fail(error));
    if (!older) return session.ended;
    const end = await session.during(signal, (until) =>
      older.readUnder({ rpc, commitment, session, signal: until }),
    );
    if (end) return end;
    session.release(head);
    return session.ended;
  }

  /** @throws SNAPSHOT_UNSTABLE and the errors of RPC */
  async #readSnapshot(
    signal: AbortSignal,
  ): Promise<(SnapshotRead & { readonly session: StreamSession }) | SessionEnd> {
    const options = { ...this.#options, decoder: this.#flow, launches: this.#launches, head: this.head };
    for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
      const session = this.#open({ head: NOTHING, hold: true, fromSlot: undefined });
      const read = await session.during(signal, (until) => readSnapshot(session, options, until));
      if (read !== 'grown') return 'kind' in read ? read : { ...read, session };
      session.close();
    }
    throw new LaunchlensError('SNAPSHOT_UNSTABLE', { attempts: SNAPSHOT_ATTEMPTS });
  }

  /** Blocks do not show which instructions ran, so that no slot below the stream's is proven to have all of them. */
  #doubtCalls(available: bigint): void {
    const { storesCalls, writer } = this.#options;
    const first = this.#delivered.doubted[0]?.slot;
    if (!storesCalls || first === undefined || first >= available) return;
    writer.flows?.(this.#delivered.doubtFlows(first, available - 1n));
  }

  /** The first delivered slot, of those below `below` or of all, that is not proven complete. */
  async #unproven({ signal, below, patient }: Doubt): Promise<bigint | undefined> {
    const { rpc, commitment, index, programId, rewards, clock, logger } = this.#options;
    const slots = this.#delivered.doubted.filter(({ slot }) => below === undefined || slot < below);
    if (slots.length === 0 || !index.writersOf) return undefined;
    const followed = followedKeys({
      program: programId,
      accounts: this.#launches.accounts,
      flow: this.#flow,
      treasury: rewards?.treasury,
      flowsFrom: this.#delivered.flowsFrom,
    });
    return firstUnproven(slots, { rpc, commitment, signal, clock, logger, patient, index, followed });
  }

  /** A snapshot says nothing about earlier slots: the newest delivered ones must be on the same chain. */
  async #settleHead(signal: AbortSignal): Promise<void> {
    const { rpc, commitment } = this.#options;
    const { slots, newest } = this.#delivered.tail;
    const to = await survivingSlot(slots, { rpc, commitment, signal });
    if (to !== newest) await this.rollBack({ to, cause: `slot ${newest} is no longer on the chain` });
  }

  #open({ head, hold, fromSlot }: StreamStart): StreamSession {
    const { source, commitment, programId, filters, rewards, tokenAccounts } = this.#options;
    const { keys, escrows, vaults } = this.#launches.accounts;
    const byTransactions = tokenAccounts === 'transactions';
    const treasury = rewards?.treasury;
    this.#delivered.recent.streamOpened();
    this.#session = new StreamSession({
      source,
      filter: {
        commitment,
        owner: programId,
        ownerFilters: filters,
        accounts: byTransactions ? [] : keys,
        transactions: [
          programId,
          ...escrows,
          ...(byTransactions ? vaults : []),
          ...(treasury ? [treasury] : []),
        ],
        fromSlot,
        replaysBelow: fromSlot !== undefined && fromSlot <= head ? head : undefined,
      },
      head,
      hold,
      buffers: this.#buffers,
      tail: this.#delivered.tail,
      flow: this.#flow,
    });
    return this.#session;
  }
}
