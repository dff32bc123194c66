import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Boundary } from '../boundaries/boundary.ts';
import type { Order, Report, SubjectOptions } from './protocol.ts';

/** One file where it was bundled, which starts faster. */
const MAIN = process.env.CHAOS_SUBJECT ?? join(import.meta.dirname, 'main.ts');

export interface SubjectEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it said of its own failure. */
  readonly failure: Extract<Report, { kind: 'failed' }> | undefined;
}

export interface SubjectListener {
  checkpoint(slot: bigint, revision: bigint): void;
  boundary?(boundary: Boundary): void;
}

/** Children that have not ended. */
const living = new Set<ChildProcess>();
let over = false;

/** Kills every process under test that this one has started; no other one is started after that. */
export async function killSubjects(): Promise<void> {
  over = true;
  const ends = [...living].map((child) => once(child, 'close'));
  for (const child of living) child.kill('SIGKILL');
  await Promise.all(ends);
}

/** One life of the process under test. */
export class Subject {
  readonly #child: ChildProcess;
  readonly #listener: SubjectListener;
  #failure: SubjectEnd['failure'];
  #url: string | undefined;
  #heard: (() => void) | undefined;
  #maxRss = 0;
  /** Resolves when it follows the chain and answers, or has ended before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<SubjectEnd>;

  constructor(options: SubjectOptions, listener: SubjectListener) {
    if (over) throw new Error('nothing is started any more');
    this.#listener = listener;
    this.#child = fork(MAIN, [JSON.stringify(options)], {
      // Each statement of the embedded engine holds a thread of the pool while it runs.
      env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '16', NODE_COMPILE_CACHE: compileCache() },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    living.add(this.#child);
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        living.delete(this.#child);
        resolve({ code, signal, failure: this.#failure });
      });
    });
    this.ready = new Promise((resolve) => {
      this.#child.on('message', (report: Report) => {
        this.#hear(report);
        if (report.kind === 'ready') resolve();
      });
      void this.ended.then(() => resolve());
    });
  }

  /** Where its API listens, while it does. */
  get url(): string | undefined {
    return this.running ? this.#url : undefined;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Greatest resident set so far, in bytes. */
  get maxRss(): number {
    this.measure();
    return this.#maxRss;
  }

  measure(): void {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
      this.#maxRss = Math.max(this.#maxRss, kilobytes * 1024);
    } catch {
      // It has ended; what was measured before stands.
    }
  }

  order(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  /** Gives an order and waits until it is heard, or the process has ended. */
  async orderAndWait(order: Order): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heard = resolve;
    this.order(order);
    await Promise.race([promise, this.ended]);
  }

  async kill(): Promise<SubjectEnd> {
    this.measure();
    this.#child.kill('SIGKILL');
    return this.ended;
  }

  async stop(): Promise<SubjectEnd> {
    this.measure();
    this.order({ kind: 'stop' });
    return this.ended;
  }

  #hear(report: Report): void {
    if (report.kind === 'ready') this.#url = report.url;
    else if (report.kind === 'failed') this.#failure = report;
    else if (report.kind === 'boundary') this.#listener.boundary?.(report.boundary);
    else if (report.kind === 'heard') this.#heard?.();
    else this.#listener.checkpoint(BigInt(report.slot), BigInt(report.revision));
  }
}

function compileCache(): string {
  return process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../../node_modules/.cache/chaos');
}
