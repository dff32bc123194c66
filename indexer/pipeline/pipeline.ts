import type { AccountView } from '../model/account-view.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import { KnownAccounts } from '../model/known-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { SlotBuffers } from '../model/slot-buffers.ts';
import { SlotAssembler } from '../track/slot-assembler.ts';
import type { Fork } from '../track/unfinalized-tail.ts';
import { AccountClosures } from './account-closures.ts';
import { firstUnproven, followedKeys } from './doubted-slots.ts';
import { followChain } from './follower.ts';
import { Following } from './following.ts';
import { LateArrivals } from './late-arrivals.ts';
import { LeftSlots } from './left-slots.ts';
import type { PipelineOptions } from './options.ts';
import { readUnder } from './read-under.ts';
import { SlotOutlet } from './slot-outlet.ts';
import { spliceSnapshot } from './splice.ts';
import { StandingMints } from './standing-mints.ts';
import { noteHead } from './stats.ts';
import { type SessionEnd, StreamSession } from './stream-session.ts';
import { survivingSlot } from './surviving-slot.ts';

/** Before the first slot of a chain. */
const NOTHING = -1n;

/** One chain followed into one writer: whole slots, in order, with snapshots where the stream cannot reach. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #buffers = new SlotBuffers();
  readonly #outlet: SlotOutlet;
  readonly #left: LeftSlots;
  readonly #closures: AccountClosures;
  readonly #arrivals: LateArrivals;
  readonly #following: Following;
  readonly #standing: StandingMints;
  readonly #failure = new AbortController();
  #session: StreamSession<SlotBuffer> | undefined;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#left = new LeftSlots({
      resume: options.resume,
      mayDie: options.commitment !== 'finalized',
      correct: (slot) => this.#outlet.correction(slot),
      buffers: this.#buffers,
    });
    const { stats, decoder, known } = options;
    this.#closures = new AccountClosures(known ?? new KnownAccounts(), stats);
    this.#arrivals = new LateArrivals({ left: this.#left, closures: this.#closures, decoder, stats });
    this.#outlet = new SlotOutlet({
      writer: options.writer,
      buffers: this.#buffers,
      onFull: () => this.#session?.pause(),
      onDrained: () => this.#session?.resume(),
      onFailure: (error) => this.#failure.abort(error),
    });
    this.#following = new Following({ ...options, launches: options.resume?.launches ?? [] });
    this.#standing = new StandingMints(options);
    this.#standing.follow(options.resume?.mints ?? [], this.#following.accounts);
  }

  /** Follows the chain until the signal aborts; everything that left by then has been given to the writer. */
  async run(stop: AbortSignal): Promise<void> {
    const { clock, logger, stats } = this.#options;
    const signal = AbortSignal.any([stop, this.#failure.signal]);
    const close = (): void => this.#session?.close();
    signal.addEventListener('abort', close);
    try {
      await followChain({
        clock,
        logger,
        stats,
        signal,
        head: () => this.#left.head,
        resume: (aborted) => this.#resume(aborted),
        splice: (cause, aborted) => this.#splice(cause, aborted),
        takeBack: (fork) => this.#takeBack(fork),
      });
    } finally {
      signal.removeEventListener('abort', close);
      close();
      await this.#outlet.idle();
    }
    if (this.#failure.signal.aborted) throw this.#failure.signal.reason;
  }

  /** Follows the launches of a buffer that no stream has shown, and streams anew with the accounts they name. */
  adopt(buffer: SlotBuffer): void {
    this.#closures.learn(buffer);
    if (this.#following.followNew(buffer)) this.#session?.renew();
  }

  async #resume(signal: AbortSignal): Promise<SessionEnd> {
    const head = this.#left.head ?? NOTHING;
    let from = this.#left.replayFrom;
    this.#options.stats.state = 'live';
    for (;;) {
      const end = await this.#stream(head, from, signal);
      const available = end.kind === 'out_of_range' ? end.firstAvailable : undefined;
      // The overlap is a courtesy; what counts is that the window, which moves on, reaches down to the head.
      if (available === undefined || available <= from || available > head + 1n) return end;
      // Without a snapshot nothing would ever mend a write that is missing below it.
      if ((await this.#unproven(signal, available)) !== undefined) return end;
      from = available;
    }
  }

  async #stream(head: bigint, fromSlot: bigint, signal: AbortSignal): Promise<SessionEnd> {
    const { older } = this.#following;
    const session = this.#open({ head, hold: older !== undefined, fromSlot });
    this.#readMints(session, signal);
    if (!older) return session.ended;
    const { rpc, commitment } = this.#options;
    const end = await readUnder(session, signal, (until) =>
      older.readUnder({ rpc, commitment, session, signal: until }),
    );
    if (end) return end;
    session.release(head);
    return session.ended;
  }

  async #splice(cause: string, signal: AbortSignal): Promise<SessionEnd> {
    const { rpc, programId, commitment, stats, logger, currentAccounts } = this.#options;
    await this.#settleHead(signal);
    const unproven = await this.#unproven(signal);
    stats.state = 'snapshot';
    stats.snapshots += 1;
    logger.info({ cause }, 'reading a snapshot of the program');
    const splice = await spliceSnapshot({
      rpc,
      programId,
      commitment,
      signal,
      head: this.#left.head,
      openHeld: () => this.#open({ head: NOTHING, hold: true, fromSlot: undefined }),
      decode: (view, into) => this.#decode(view, into),
      followNew: (buffer) => this.#following.followNew(buffer),
      outsideKeys: () => this.#following.accounts.outsideKeys,
      currentAccounts: async (aborted) => {
        // What has left must be in the index before the chain is compared with it.
        await this.#outlet.idle();
        return currentAccounts(aborted);
      },
    });
    if ('kind' in splice) return splice;
    const { session, buffer, programSlot, keysSlot } = splice;
    const program = await session.whole(programSlot);
    const unfinished = this.#outlet.holdsSnapshot;
    const overtaken = this.#left.overtake(program, { keysSlot, unfinished, unproven });
    this.#closures.learn(buffer);
    if (overtaken.lost) stats.gaps += 1;
    this.#outlet.snapshot({ buffer, program, keysSlot, ...overtaken, cause });
    this.#following.settled();
    this.#standing.covered(buffer);
    stats.state = 'live';
    session.release(programSlot);
    return session.ended;
  }

  /** The first slot that has left and is not known to be whole, of those below `below` or of all. */
  async #unproven(signal: AbortSignal, below?: bigint): Promise<bigint | undefined> {
    const { rpc, commitment, writersOf, programId, rewards, logger } = this.#options;
    const slots = this.#left.doubted.filter(({ slot }) => below === undefined || slot < below);
    if (slots.length === 0 || !writersOf) return undefined;
    await this.#outlet.idle();
    const followed = followedKeys({
      program: programId,
      accounts: this.#following.accounts,
      closures: this.#closures,
      treasury: rewards?.treasury,
      flowsFrom: this.#left.flowsFrom,
    });
    return firstUnproven(slots, { rpc, commitment, signal, writersOf, followed, logger });
  }

  /** A snapshot says nothing of the slots before it: those that left last must be on the chain that it is of. */
  async #settleHead(signal: AbortSignal): Promise<void> {
    const { rpc, commitment } = this.#options;
    const { slots, newest } = this.#left.tail;
    const to = await survivingSlot(slots, { rpc, commitment, signal });
    if (to !== newest) await this.#takeBack({ to, cause: `slot ${newest} is no longer on the chain` });
  }

  async #takeBack({ to: survivor, cause }: Fork): Promise<'resume' | 'splice'> {
    const { stats, takeBack } = this.#options;
    const abandoned = await this.#outlet.abandonSnapshot();
    if (abandoned) this.#left.abandonSnapshot();
    const [head, to] = [this.#left.head, this.#left.answerable(survivor)];
    if (head === undefined) return 'splice';
    if (to !== undefined && to >= head) return abandoned ? 'splice' : 'resume';
    if (to === undefined || !takeBack) {
      this.#left.dead(to);
      return 'splice';
    }
    const point = await takeBack(to, cause);
    if (point) {
      stats.takeBacks += 1;
      this.#left.rewind(point);
      this.#following.restart(point.launches);
      this.#standing.follow(point.mints ?? [], this.#following.accounts);
    }
    return abandoned ? 'splice' : 'resume';
  }

  #open(start: { head: bigint; hold: boolean; fromSlot: bigint | undefined }): StreamSession<SlotBuffer> {
    const { source, commitment, programId, writer, stats } = this.#options;
    const treasury = this.#options.rewards?.treasury;
    const assembler = new SlotAssembler<SlotBuffer>({
      commitment,
      head: start.head,
      createContent: () => this.#buffers.take(),
      discard: (buffer) => this.#buffers.release(buffer),
    });
    this.#left.late.begin();
    this.#session = new StreamSession<SlotBuffer>({
      source,
      filter: {
        commitment,
        owner: programId,
        accounts: this.#following.accounts.keys,
        transactions: [programId, ...this.#following.accounts.escrows, ...(treasury ? [treasury] : [])],
        fromSlot: start.fromSlot,
      },
      assembler,
      tail: this.#left.tail,
      hold: start.hold,
      shown: ({ slot }) => this.#left.late.block(slot),
      account: (view, into) => {
        this.#following.older?.see(view);
        this.#decode(view, into);
      },
      late: (view) => this.#arrivals.account(view),
      transaction: (transaction, into) => {
        this.#options.decoder.transaction(transaction, into);
        into.closures.note(transaction);
      },
      lateTransaction: (transaction) => this.#arrivals.transaction(transaction),
      admit: (buffer, slot) => this.#following.admit(buffer, slot),
      deliver: ({ meta, content }) => this.#deliver({ meta, buffer: content }),
      heard: (newest) => {
        if (newest < 0n) return;
        noteHead(stats, newest);
        writer.heard(newest);
        const { finalized } = this.#left;
        if (finalized !== undefined) writer.finalized?.(finalized);
      },
    });
    if (this.#outlet.full) this.#session.pause();
    return this.#session;
  }

  #readMints(session: StreamSession<SlotBuffer>, signal: AbortSignal): void {
    const reading = this.#standing.readUnder({ left: this.#left, session }, signal);
    reading.catch((error: unknown) => this.#failure.abort(error));
  }

  #decode(view: AccountView, into: SlotBuffer): void {
    this.#options.stats.accountUpdates += 1;
    this.#options.decoder.account(view, into);
  }

  #deliver(slot: CompletedSlot): void {
    const { stats } = this.#options;
    this.#closures.settle(slot);
    slot.buffer.setBlockTime(slot.meta.blockTime);
    this.#following.settled();
    stats.pledgeVersions += slot.buffer.pledges.rows;
    stats.quarantined += slot.buffer.quarantine.rows;
    this.#left.add(slot);
    this.#outlet.slot(slot);
    this.#standing.delivered(slot);
  }
}
