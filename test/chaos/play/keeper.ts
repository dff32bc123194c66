import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import type { ChaosChain } from '../chain/chaos-chain.ts';
import { TaskQueue } from '../chain/task-queue.ts';
import type { Plan } from '../plan/fault.ts';
import { Subject, type SubjectEnd } from '../subject/process.ts';
import type { ArmedKill } from '../subject/protocol.ts';
import type { Steps } from './steps.ts';
import type { ChaosStore } from './store.ts';
import type { CheckpointWatch } from './watch.ts';

export interface KeeperOptions {
  readonly plan: Plan;
  readonly chain: ChaosChain;
  readonly store: ChaosStore;
  readonly steps: Steps;
  readonly watch: CheckpointWatch;
  /** Looks at what a dead process left. */
  readonly inquest: () => Promise<void>;
}

/** A store or a node that cannot be reached ends a start, and whoever keeps services tries again. */
const PASSING = /^(OLAP_UNREACHABLE|OLAP_BUSY|OLAP_DISK_FULL|OLAP_SPREAD_UNFINISHED|LEASE_LOST|RPC_)/;
const RETRY_SLOTS = 5;
/** Bytes for the pledges of two or three launches of the local chain. */
const LITTLE_MEMORY = 25_000;
/** An end that did not wait for everything to be written. */
const CUT_SHORT = /^(WRITER_CLOSED|SHUTDOWN_TIMED_OUT|OLAP_UNREACHABLE|OLAP_BUSY|OLAP_DISK_FULL|LEASE_LOST)$/;

/** Keeps the process under test: starts it, ends it, and starts it again. */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #failures: string[] = [];
  readonly #turns = new TaskQueue();
  #subject: Subject | undefined;
  #starting: Promise<void> = Promise.resolve();
  #ending = false;
  /** The process that was told from outside to end. */
  #asked: Subject | undefined;
  #maxRss = 0;
  #lives = 0;
  #retried = 0;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  get url(): string | undefined {
    return this.#subject?.url;
  }

  get lives(): number {
    return this.#lives;
  }

  /** Starts that a fault ended and that were tried again. */
  get retried(): number {
    return this.#retried;
  }

  get failures(): readonly string[] {
    return this.#failures;
  }

  get maxRss(): number {
    return Math.max(this.#maxRss, this.#subject?.maxRss ?? 0);
  }

  measure(): void {
    this.#subject?.measure();
  }

  /** Resolves when no start is under way. */
  started(): Promise<void> {
    return this.#starting;
  }

  /** Only one fault at a time has to do with the life of the process. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(work);
  }

  /** Starts a life, and another one when a passing fault ends it before it is ready. Resolves true unless killed. */
  async start(kill?: ArmedKill): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#starting = promise;
    try {
      for (;;) {
        const subject = this.#spawn(kill);
        await subject.ready;
        if (subject.running) return true;
        const { code, signal, failure } = await subject.ended;
        // Who asked for the end looks after the rest.
        if (this.#asked === subject) return false;
        if (signal === 'SIGKILL') {
          await this.#bury();
          return false;
        }
        if (!failure || !PASSING.test(failure.code)) {
          return this.#fail(`it did not start and ended with ${code ?? signal}: ${failure?.detail}`);
        }
        this.#retried += 1;
        // The fault may need slots to pass before it ends.
        resolve();
        await this.#options.steps.more(RETRY_SLOTS);
      }
    } finally {
      resolve();
    }
  }

  async kill(): Promise<void> {
    if (!this.#subject?.running) return;
    this.#ending = true;
    this.#asked = this.#subject;
    await this.#subject?.kill();
    await this.#bury();
  }

  /** Waits until an armed kill has met the process, or the slots are over; true when it has. */
  async killAtWrite(kill: ArmedKill, slots: number): Promise<boolean> {
    const subject = this.#subject;
    if (!subject?.running) return false;
    this.#ending = true;
    subject.order({ kind: 'kill', kill });
    const met = await Promise.race([
      subject.ended.then(() => true),
      this.#options.steps.more(slots).then(() => false),
    ]);
    if (met) {
      await this.#bury();
      return true;
    }
    // The order cannot be taken back in time: it may die of it at any moment.
    await this.kill();
    return false;
  }

  /** Asks the process to end and returns how it did. */
  async stop(): Promise<SubjectEnd | undefined> {
    this.#ending = true;
    this.#asked = this.#subject;
    const end = await this.#subject?.stop();
    this.#maxRss = this.maxRss;
    // A store that is slow or dead at that moment may be left with what it has: it is looked at all the same.
    if (end?.failure && CUT_SHORT.test(end.failure.code)) await this.#bury();
    else if (end && end.code !== 0)
      this.#fail(`it ended with ${end.code ?? end.signal}: ${end.failure?.detail}`);
    return end;
  }

  #spawn(kill: ArmedKill | undefined): Subject {
    const { plan, chain, store, watch } = this.#options;
    this.#lives += 1;
    this.#ending = kill !== undefined;
    const settings = {
      YELLOWSTONE_ENDPOINT: chain.link.url,
      SOLANA_RPC_URL: chain.rpc.url,
      ...(plan.subject === 'launches' && { ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID }),
      YELLOWSTONE_TRANSPORT: plan.transport,
      YELLOWSTONE_TOKEN_ACCOUNTS: plan.tokenAccounts,
      AUDIT_SLICES: plan.slices,
      HTTP_PORT: '0',
      LOG_LEVEL: 'debug',
      ...store.settings,
    };
    const subject = new Subject(
      {
        ...{ settings, subject: plan.subject, pace: chain.pace, kill, logFile: store.logFile },
        pledgeBytes: plan.pledgeMemory === 'little' ? LITTLE_MEMORY : undefined,
      },
      { checkpoint: (slot, revision) => watch.see(slot, revision) },
    );
    this.#subject = subject;
    let ready = false;
    void subject.ready.then(() => {
      ready = subject.running;
    });
    void subject.ended.then(({ code, signal, failure }) => {
      if (this.#ending || this.#subject !== subject || !ready) return;
      this.#fail(`the process ended by itself with ${code ?? signal}: ${failure?.detail ?? ''}`);
    });
    return subject;
  }

  async #bury(): Promise<void> {
    this.#maxRss = this.maxRss;
    await this.#options.inquest();
  }

  #fail(reason: string): false {
    this.#failures.push(reason);
    return false;
  }
}
