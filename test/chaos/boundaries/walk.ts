import { setTimeout as delay } from 'node:timers/promises';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { DyingFork } from '../../../fixtures/localnet/chain/dying-fork.ts';
import { addressText, internAddress } from '../../../fixtures/localnet/keys/address.ts';
import { createKeypair } from '../../../fixtures/localnet/keys/keypair.ts';
import { rewardCast } from '../../../fixtures/localnet/scenarios/treasury.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { hexOf } from '../../support/chain/chain-state.ts';
import { type ChainPlan, ChaosChain } from '../chain/chaos-chain.ts';
import { examine, soundness } from '../oracle/examine.ts';
import type { ChaosStore } from '../play/store.ts';
import { CheckpointWatch } from '../play/watch.ts';
import { Subject } from '../subject/process.ts';
import type { Boundary } from './boundary.ts';
import { SCENES } from './scenes.ts';
import type { Walked, WalkTask } from './walked.ts';

/** An account of the program that no layout explains, so that there is something for quarantine. */
const ODD = {
  address: internAddress(Buffer.alloc(32, 0xdd)),
  owner: internAddress(pubkeyBytes(LOCALNET_PROGRAM_ID)),
  lamports: 1_000_000n,
  data: new Uint8Array(77).fill(7),
};
const CHAIN: ChainPlan = {
  seed: 'boundaries',
  // The token that the treasury pays in is there.
  fromSlot: 180,
  weather: { skipped: 0, dead: 0 },
  genesis: [ODD],
};
/** As the clock: batches come as the chain goes on, and not as timers meet it. */
const PACE = 1;
const LOOK_MS = 50;
const TICK_MS = 250;
/** So long nothing was written. */
const PATIENCE_MS = 3_000;
const STUCK_MS = 90_000;
/** In these a write has not been told that the index is to learn of late. */
const LATE: ReadonlySet<string> = new Set(['late', 'crash']);
const REWARDS = rewardCast(CHAIN.seed);

/** One walk through a scene, in lock-step: the chain goes on when the index has followed. */
export class Walk {
  readonly task: WalkTask;
  readonly chain: ChaosChain;
  readonly #store: ChaosStore;
  readonly #watch = new CheckpointWatch();
  readonly #wrong: string[] = [];
  readonly #passed: Boundary[] = [];
  #subject: Subject | undefined;
  #kill: Boundary | undefined;
  #step = '';
  #lives = 0;
  #met = false;
  #ready = false;
  #dooms: bigint | undefined;
  #late: string | undefined;
  #payments = 0;

  constructor(task: WalkTask, chain: ChaosChain, store: ChaosStore) {
    this.task = task;
    this.chain = chain;
    this.#store = store;
    this.#kill = task.kill;
  }

  /** Goes through the scene as far as the boundary that is to be met, and on until the index has recovered. */
  async run(): Promise<Omit<Walked, 'task' | 'ms' | 'crashed'>> {
    const { steps } = SCENES[this.task.scene];
    for (const { name, go } of steps) {
      await this.#begin(name);
      await go(this);
      if (this.#met) break;
    }
    await this.#begin('after');
    if (!this.#subject?.running) await this.live();
    await this.play(6);
    await this.end();
    const { stepsBack, violations } = this.#watch;
    const { chain } = this.chain;
    const found = await this.#store.look((olap) =>
      examine({ olap, chain, allowed: [], stepsBack, quarantined: 1, treasury: REWARDS.treasury }),
    );
    return {
      passed: this.#passed,
      met: this.#met,
      slots: found.slots,
      rows: found.rows,
      lives: this.#lives,
      wrong: [...this.#wrong, ...violations, ...found.differences],
    };
  }

  /** The treasury pays in the first of the slots. */
  advance(slots: number): void {
    const { chain } = this.chain;
    this.#payments += 1;
    const order = { wallet: createKeypair('paid').address, amount: BigInt(this.#payments) };
    if (chain.treasury) chain.submit(chain.treasury.pay(order));
    chain.advance(slots);
  }

  /** The next blocks are on a fork that dies; what is indexed of them is taken back, and judged only in the end. */
  doom(fork: DyingFork): void {
    this.#dooms = this.chain.chain.heads.processed;
    this.chain.chain.doom(fork);
  }

  /** The account whose write comes late, by its bytes: until then it is not judged. */
  comesLate(address: Uint8Array): void {
    this.#late = hexOf(address);
  }

  /** So many slots at once, and then until they are indexed as far as they are confirmed. */
  async play(slots: number): Promise<void> {
    this.advance(slots);
    await this.untilIndexed();
  }

  untilIndexed(): Promise<void> {
    return this.until(() => this.#watch.count > 0 && this.#watch.slot >= this.chain.confirmed);
  }

  /** Statements of this step that have ended, by the begin of their name. */
  count(statement: string): number {
    const ended = ({ step, moment, statement: name }: Boundary): boolean =>
      step === this.#step && moment === 'after' && name.startsWith(statement);
    return this.#passed.filter(ended).length;
  }

  /** Waits, and lets the process live again when it has died where it was to; then it need not come to `reached`. */
  async until(reached: () => boolean): Promise<void> {
    const began = performance.now();
    const indexed = (): boolean => this.#watch.slot >= this.chain.confirmed;
    const progress = { seen: this.#passed.length, at: began };
    for (const met = this.#met; !reached() && !(this.#met && !met && indexed()); ) {
      await this.#revive();
      const now = performance.now();
      if (now - began > STUCK_MS) throw new Error(this.#stuck());
      if (progress.seen !== this.#passed.length)
        Object.assign(progress, { seen: this.#passed.length, at: now });
      // A start needs a chain that goes on, and an index that waits for a slot more gets one.
      const starts = this.#watch.count === 0 && this.#ready;
      if (now - progress.at > (starts ? TICK_MS : PATIENCE_MS)) {
        this.advance(1);
        progress.at = now;
      }
      await Promise.race([this.#watch.next(), delay(LOOK_MS)]);
    }
  }

  async live(kill = this.#kill): Promise<void> {
    const { chain, settings, logFile } = { chain: this.chain, ...this.#store };
    this.#lives += 1;
    this.#subject = new Subject(
      {
        settings: {
          YELLOWSTONE_ENDPOINT: chain.link.url,
          SOLANA_RPC_URL: chain.rpc.url,
          ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
          YELLOWSTONE_TRANSPORT: 'http2',
          // Its rows come when its clock says so.
          AUDIT_INTERVAL_SECONDS: '0',
          REWARD_MINT: addressText(REWARDS.mint.address),
          TREASURY_TOKEN_ACCOUNT: addressText(REWARDS.treasury),
          LOG_LEVEL: 'debug',
          ...settings,
        },
        pace: PACE,
        logFile,
        meter: { step: this.#step, kill },
      },
      {
        checkpoint: (slot, revision) => this.#watch.see(slot, revision),
        boundary: (boundary) => this.#passed.push(boundary),
      },
    );
    this.#ready = false;
    void this.#subject.ready.then(() => {
      this.#ready = true;
    });
  }

  async skip(ms: number): Promise<void> {
    await this.#subject?.orderAndWait({ kind: 'skip', ms });
  }

  /** The process dies at a boundary of the scene's own, or before at the one that is to be met. */
  async dieAt(boundary: Boundary, act: () => void): Promise<void> {
    const mine = this.#kill?.step === this.#step;
    if (!mine) await this.#subject?.orderAndWait({ kind: 'kill-at', boundary });
    act();
    const end = await Promise.race([this.#subject?.ended, delay(STUCK_MS)]);
    if (!end) throw new Error(this.#stuck());
    await this.#bury(mine);
  }

  /** The process ends as it is asked to, and the scene goes on without it. */
  async end(): Promise<void> {
    for (;;) {
      const end = await this.#subject?.stop();
      if (end?.signal !== 'SIGKILL' || this.#met) {
        if (end?.code !== 0) this.#wrong.push(`it ended with ${end?.code}: ${end?.failure?.detail}`);
        return;
      }
      await this.#bury(true);
      await this.live();
      await this.untilIndexed();
    }
  }

  async close(): Promise<void> {
    if (this.#subject?.running) await this.#subject.kill();
  }

  async #begin(step: string): Promise<void> {
    this.#step = step;
    if (this.#subject?.running) await this.#subject.orderAndWait({ kind: 'step', step });
  }

  async #revive(): Promise<void> {
    const subject = this.#subject;
    if (!subject || subject.running) return;
    const { code, signal, failure } = await subject.ended;
    if (signal !== 'SIGKILL' || this.#met) throw new Error(`it ended with ${code}: ${failure?.detail}`);
    await this.#bury(true);
    await this.live();
  }

  /** What a dead process left may vouch only for what is there. */
  async #bury(met: boolean): Promise<void> {
    if (met) this.#met = true;
    if (met) this.#kill = undefined;
    const options = { chain: this.chain.chain, upTo: this.#dooms, treasury: REWARDS.treasury };
    const { bound, differences } = await this.#store.look((olap) =>
      soundness({ ...options, olap, quarantined: 1 }),
    );
    this.#watch.found(bound);
    const late = LATE.has(this.#step) ? this.#late : undefined;
    const judged = differences.filter((line) => late === undefined || !line.includes(late));
    this.#wrong.push(...judged.map((line) => `after the kill: ${line}`));
  }

  #stuck(): string {
    return `the index stayed at slot ${this.#watch.slot} while ${this.chain.confirmed} is confirmed`;
  }
}

export async function walk(task: WalkTask, store: ChaosStore): Promise<Walked> {
  const startedAt = performance.now();
  const chain = await ChaosChain.open(CHAIN, PACE);
  const walking = new Walk(task, chain, store);
  try {
    const walked = await walking.run();
    return { task, ...walked, ms: performance.now() - startedAt, crashed: false };
  } finally {
    await walking.close();
    await chain.close();
  }
}
