import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Processes that each hold a store's directory until they are killed. */
export class StoreHolders {
  readonly #program: string;
  readonly #holders: ChildProcess[] = [];

  /** @param program a file that opens the store of the directory in its first argument, and then prints something */
  constructor(program: string) {
    this.#program = program;
  }

  /** Resolves once the process holds the directory. */
  async hold(directory: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [this.#program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#holders.push(child);
    if (child.stdout) await once(child.stdout, 'data');
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.signalCode !== null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async killAll(): Promise<void> {
    for (const holder of this.#holders.splice(0)) await this.kill(holder);
  }
}
