import { z } from 'zod';
import { createLogger } from '../../core/kernel/logger.ts';
import { migrate } from '../../core/olap/migrate.ts';
import { createOlap } from '../../core/olap/open.ts';
import { smallColumn } from '../../core/oltp/statements.ts';
import { type ClickHouseServer, startClickHouseServer } from './clickhouse-server/start.ts';
import { type SharedDecisionStore, serverDecisions } from './decision-stores.ts';
import { IndexBuilder } from './index-builder.ts';
import { LaunchlensProcess } from './launchlens-process.ts';
import { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
import { waitFor } from './wait-for.ts';

/** Any number that nothing else locks by. */
const GATE = 4_711;
const ADVISORY = `SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`;
const ANY = 'SELECT count(*) AS n FROM pg_locks WHERE NOT granted';

export interface ApiProcess {
  /** Of the REST API, without a slash at the end. */
  readonly url: string;
  readonly process: LaunchlensProcess;
}

/** Where a transaction is held up: at a trigger, in the words of its declaration. */
export interface GatePlace {
  readonly at: string;
  readonly kind?: 'CONSTRAINT';
}

export interface HeldUp {
  /** Transactions that have come to the gate. */
  atGate(): Promise<number>;
  /** Those, and what waits behind them. */
  waiting(): Promise<number>;
}

/** Any number of API processes over one ClickHouse and one PostgreSQL. */
export class ApiProcesses implements AsyncDisposable {
  readonly clickhouse: ClickHouseServer;
  readonly decisions: SharedDecisionStore;
  readonly directory: TemporaryDirectory;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #started: LaunchlensProcess[] = [];

  private constructor(
    [decisions, clickhouse, directory]: readonly [SharedDecisionStore, ClickHouseServer, TemporaryDirectory],
    environment: Readonly<Record<string, string>>,
  ) {
    this.decisions = decisions;
    this.clickhouse = clickhouse;
    this.directory = directory;
    this.#environment = environment;
  }

  static async over(environment: Readonly<Record<string, string>> = {}): Promise<ApiProcesses> {
    const stores = [serverDecisions(), startClickHouseServer(), temporaryDirectory()] as const;
    return new ApiProcesses(await Promise.all(stores), environment);
  }

  /** Has all of them find an empty index at a slot. */
  async indexAt(slot: bigint): Promise<void> {
    const logger = createLogger('silent');
    const { path: dataDir } = this.directory;
    const olap = await createOlap({ clickhouseUrl: this.clickhouse.url, dataDir, logger });
    await migrate(olap, { logger });
    const index = new IndexBuilder(olap);
    await index.reset();
    await index.checkpoint({ slot });
    await olap.close();
  }

  /** One API process, as it is run beside others; it has loaded the index. */
  async start(): Promise<ApiProcess> {
    const process = new LaunchlensProcess(['api'], {
      cwd: this.directory.path,
      env: {
        CLICKHOUSE_URL: this.clickhouse.url,
        DATABASE_URL: this.decisions.databaseUrl,
        JWT_SECRET: 'a secret that both processes share',
        PUBLIC_BASE_URL: 'https://launchlens.example',
        DATA_DIR: this.directory.path,
        HTTP_PORT: '0',
        LOG_LEVEL: 'warn',
        ...this.#environment,
      },
    });
    this.#started.push(process);
    const [, url = ''] = await process.prints(/Launchlens API: (\S+)\/docs/);
    await waitFor(async () => (await fetch(`${url}/api/v1/ilo/status/`)).ok, {
      what: 'the API to have loaded the index',
    });
    return { url: `${url}/api/v1`, process };
  }

  /** Transactions that have come to one of the places wait there for as long as `work` runs. */
  async heldUp(places: readonly GatePlace[], work: (held: HeldUp) => Promise<void>): Promise<void> {
    const { oltp } = this.decisions;
    const triggers = places.map(({ at, kind = '' }, index) => {
      const each = kind === '' ? 'STATEMENT' : 'ROW';
      return `CREATE ${kind} TRIGGER gate_${index} ${at} FOR EACH ${each} EXECUTE FUNCTION wait_at_gate();`;
    });
    await oltp.script(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$; ${triggers.join('\n')}`);
    const count = (sql: string) => async () => {
      const [found] = await oltp.query(sql, [], z.object({ n: smallColumn }));
      return found?.n ?? 0;
    };
    await oltp.transaction(async (queries) => {
      await queries.query(`SELECT pg_advisory_xact_lock(${GATE})`, [], z.unknown());
      await work({ atGate: count(ADVISORY), waiting: count(ANY) });
    });
    await oltp.script('DROP FUNCTION wait_at_gate() CASCADE');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#started) await process[Symbol.asyncDispose]();
    await this.clickhouse.stop();
    await this.decisions[Symbol.asyncDispose]();
    await this.directory[Symbol.asyncDispose]();
  }
}
