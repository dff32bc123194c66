import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { escapeHtml } from '../../../core/kernel/html.ts';
import { unusedPort } from '../processes.ts';
import { waitFor } from '../wait-for.ts';
import { launcher } from './launcher.ts';

export interface ClickHouseServer extends AsyncDisposable {
  /** With user and password in it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly directory: string;
  /** Ends the process and removes the directory. */
  stop(): Promise<void>;
  /** kill -9; the directory stays, so that `startClickHouseServer({ directory, port })` brings the server back. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing is answered until `resume`. */
  stall(): void;
  resume(): void;
  /** Resolves when the process has ended, however it did. */
  readonly ended: Promise<unknown>;
}

interface Account {
  readonly user: string;
  readonly password: string;
}

export interface ClickHouseServerOptions extends Partial<Account> {
  readonly directory?: string;
  readonly port?: number;
  /** Users beside that one, and the statements that give them rights; they have no others. */
  readonly restricted?: readonly (Account & { readonly grants: readonly string[] })[];
  /** Configuration files beside its own, as an image has them in `config.d`. */
  readonly configs?: readonly string[];
  /** The native protocol, over which servers of a cluster reach one another, and what it knows of them, as XML. */
  readonly native?: { readonly port: number; readonly cluster: string };
}

/** It serves for as long as this statement runs, which is longer than any test. */
const SERVE = `SYSTEM START LISTEN HTTP; SELECT sleep(3) FROM numbers(1000000)
  SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 100000000`;

/** ClickHouse itself, with its own HTTP listener, users and configuration; nothing of ours is in between. */
export async function startClickHouseServer(
  options: ClickHouseServerOptions = {},
): Promise<ClickHouseServer> {
  const { user = 'indexer', password = 'p@ss/word' } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'clickhouse-server-')));
  const port = options.port ?? (await unusedPort());
  await configure(directory, { ...options, user, password, port });
  const [program, ...before] = await launcher();
  const data = [`--path=${join(directory, 'data')}`, `--config-file=${join(directory, 'config.xml')}`];
  const serve = options.native ? `SYSTEM START LISTEN TCP; ${SERVE}` : SERVE;
  const child = spawn(program, [...before, library(), ...data, '--multiquery', `--query=${serve}`], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await answers(child, port);
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    url: `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    directory,
    stop,
    kill: () => end(child),
    stall: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    ended,
    [Symbol.asyncDispose]: stop,
  };
}

async function answers(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  let failed: Error | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  child.once('error', (error) => {
    failed = error;
  });
  const pinged = async (): Promise<boolean> => {
    if (failed) throw failed;
    if (child.exitCode !== null) throw new Error(`ClickHouse ended with ${child.exitCode}: ${said}`);
    return fetch(`http://127.0.0.1:${port}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await waitFor(pinged, { what: 'ClickHouse to answer' });
}

async function configure(
  directory: string,
  {
    user,
    password,
    port,
    configs = [],
    restricted = [],
    native,
  }: ClickHouseServerOptions & Account & { port: number },
): Promise<void> {
  const own = `<http_port>${port}</http_port><listen_host>127.0.0.1</listen_host><users_config>users.xml</users_config>`;
  const shared = native ? `<tcp_port>${native.port}</tcp_port>${native.cluster}` : '';
  await writeFile(join(directory, 'config.xml'), `<clickhouse>${own}${shared}</clickhouse>`);
  const account = (secret: string): string =>
    `<password>${escapeHtml(secret)}</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>`;
  const withGrants = restricted.map(({ user: name, password: secret, grants }) => {
    const queries = grants.map((grant) => `<query>${grant}</query>`).join('');
    return `<${name}>${account(secret)}<grants>${queries}</grants></${name}>`;
  });
  const users = `<default>${account('')}</default><${user}>${account(password)}</${user}>${withGrants.join('')}`;
  await writeFile(
    join(directory, 'users.xml'),
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${users}</users></clickhouse>`,
  );
  await mkdir(join(directory, 'config.d'), { recursive: true });
  for (const config of configs) await copyFile(config, join(directory, 'config.d', basename(config)));
}

/** The engine's library, which the package for this platform brings. */
function library(): string {
  const platform = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
  const manifest = createRequire(import.meta.url).resolve(`@chdb/lib-${platform}/package.json`);
  return join(manifest, '../libchdb.so');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
