import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { COMPILER } from '../../../scripts/build-local-programs.ts';
import { unusedPort } from '../processes.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { waitFor } from '../wait-for.ts';

export interface EngineServer extends AsyncDisposable {
  readonly port: number;
}

export interface EngineServerOptions {
  /** The port of HTTP; by default, an unused one. */
  readonly port?: number;
  /** Where it keeps its rows; by default, a directory of its own that ends with it. */
  readonly data?: string;
  /** The native protocol, over which servers of a cluster reach one another. */
  readonly native?: { readonly port: number; readonly cluster: string };
  readonly user: string;
  readonly password: string;
  /** Users beside that one, and the statements that give them rights; they have no others. */
  readonly restricted?: readonly { user: string; password: string; grants: readonly string[] }[];
  /** Configuration files beside its own, as an image has them in `config.d`. */
  readonly configs?: readonly string[];
  /** What compiles the small program that loads the engine. */
  readonly compiler?: string;
}

/** It serves for as long as this statement runs, which is longer than any test. */
const SERVE = `SYSTEM START LISTEN HTTP; SELECT sleep(3) FROM numbers(1000000)
  SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 100000000`;

/** ClickHouse itself, with its own HTTP listener, users and configuration; nothing of ours is in between. */
export async function startEngineServer(options: EngineServerOptions): Promise<EngineServer> {
  const directory = await temporaryDirectory();
  const { path } = directory;
  const port = options.port ?? (await unusedPort());
  await configure(path, port, options);
  const program = join(path, 'serve');
  execFileSync(options.compiler ?? COMPILER, [join(import.meta.dirname, 'serve.c'), '-o', program]);
  const data = [`--path=${options.data ?? join(path, 'data')}`, `--config-file=${join(path, 'config.xml')}`];
  const child = spawn(
    program,
    [
      library(),
      ...data,
      '--multiquery',
      `--query=${options.native ? `SYSTEM START LISTEN TCP; ${SERVE}` : SERVE}`,
    ],
    {
      cwd: path,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = `${stderr}${text}`.slice(-4_000);
  });
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`ClickHouse ended with ${child.exitCode}: ${stderr}`);
    return fetch(`http://127.0.0.1:${port}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await waitFor(answers, { what: 'ClickHouse to answer' });
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      await end(child);
      await directory[Symbol.asyncDispose]();
    },
  };
}

async function configure(
  directory: string,
  port: number,
  { user, password, configs = [], restricted = [], native }: EngineServerOptions,
): Promise<void> {
  const own = `<http_port>${port}</http_port><listen_host>127.0.0.1</listen_host><users_config>users.xml</users_config>`;
  const shared = native ? `<tcp_port>${native.port}</tcp_port>${native.cluster}` : '';
  await writeFile(join(directory, 'config.xml'), `<clickhouse>${own}${shared}</clickhouse>`);
  const account = (secret: string): string =>
    `<password>${secret}</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>`;
  const withGrants = restricted.map(({ user: name, password: secret, grants }) => {
    const queries = grants.map((grant) => `<query>${grant}</query>`).join('');
    return `<${name}>${account(secret)}<grants>${queries}</grants></${name}>`;
  });
  const users = `<default>${account('')}</default><${user}>${account(password)}</${user}>${withGrants.join('')}`;
  await writeFile(
    join(directory, 'users.xml'),
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${users}</users></clickhouse>`,
  );
  mkdirSync(join(directory, 'config.d'));
  for (const config of configs) cpSync(config, join(directory, 'config.d', basename(config)));
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
