import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ClickHouseServer {
  /** With user and password in it. */
  readonly url: string;
  readonly port: number;
  readonly directory: string;
  /** Ends the process and removes the directory. */
  stop(): Promise<void>;
  /** kill -9; the directory stays, so that `startClickHouseServer({ directory, port })` brings the server back. */
  kill(): Promise<void>;
}

export interface ClickHouseServerOptions {
  readonly directory?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
}

/** A process that speaks ClickHouse's HTTP protocol in front of the real engine. */
export async function startClickHouseServer(
  options: ClickHouseServerOptions = {},
): Promise<ClickHouseServer> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'clickhouse-server-')));
  const { user = 'indexer', password = 'p@ss/word' } = options;
  const main = join(import.meta.dirname, 'main.ts');
  const args = [main, directory, String(options.port ?? 0), user, password];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await firstLine(child);
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    url: `http://${login}@127.0.0.1:${port}`,
    port,
    directory,
    stop: async () => {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
    kill: () => end(child),
  };
}

async function firstLine(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('the ClickHouse server has no stdout');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the ClickHouse server ended with ${code} before it listened`);
    }),
  ]);
  return Number(line);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
