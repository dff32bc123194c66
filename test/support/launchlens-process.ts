import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { COMMAND } from './bundled-command.ts';
import { FAST_TO_START } from './fast-to-start.ts';
import { waitFor } from './wait-for.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What a person starts in a checkout: the sources. */
export const LAUNCHER = resolve(ROOT, 'cli/launchlens.mjs');

/** The launcher sets the threads of the pool for itself, and a bundled command has none. */
const INHERITED = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  UV_THREADPOOL_SIZE: '16',
};

export interface LaunchlensOptions {
  /** Where it runs: a directory of the test's own, because a `.env` file there is read. */
  readonly cwd: string;
  /** Settings; nothing else of the tests' environment is passed on but the path and where Node keeps compiled modules. */
  readonly env?: Readonly<Record<string, string>>;
  /** The Node that starts it; left out, the one that runs the tests. */
  readonly node?: string;
  /** Of a built or installed Launchlens, or this checkout's; left out, the command that the run bundled if there is one. */
  readonly launcher?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command as a person starts it: a process with its own output. */
export class LaunchlensProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(args: readonly string[], options: LaunchlensOptions) {
    const { cwd, env = {}, node = process.execPath } = options;
    const launcher = options.launcher ?? process.env[COMMAND] ?? LAUNCHER;
    this.#child = spawn(node, [...FAST_TO_START, launcher, ...args], {
      cwd,
      env: { ...INHERITED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((ended, failed) => {
      this.#child.on('error', failed);
      this.#child.on('close', (code, signal) => {
        ended({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended;
  }

  /** Waits until it has printed what matches, and returns the match; fails at once when it ends before. */
  prints(pattern: RegExp): Promise<RegExpExecArray> {
    return waitFor(
      () => {
        const match = pattern.exec(this.stdout);
        if (!match && !this.running) throw new Error(`it ended before it printed ${pattern}: ${this.stderr}`);
        return match;
      },
      { what: `it to print ${pattern}` },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.running) await this.end('SIGKILL');
  }
}

/** Runs a command that ends by itself. */
export async function runLaunchlens(args: readonly string[], options: LaunchlensOptions): Promise<Ended> {
  await using child = new LaunchlensProcess(args, options);
  return await child.ended;
}
