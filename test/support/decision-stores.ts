import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { SharedObjects } from '../../core/kernel/shared-objects.ts';
import { migrateDecisions } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const logger = createLogger('silent');

export interface DecisionStore extends AsyncDisposable {
  readonly oltp: Oltp;
}

/** Engines of this worker that no test uses now: opening one takes a second of a processor. */
const idle: Oltp[] = [];

/** PGlite at the newest schema, empty. Once it is disposed of it is closed, and its engine serves another test. */
export async function embeddedDecisions(): Promise<DecisionStore> {
  const engine = idle.pop() ?? (await openEngine());
  let closed = false;
  const open = (): Oltp => {
    if (closed) throw new LaunchlensError('OLTP_CLOSED', {});
    return engine;
  };
  const oltp: Oltp = {
    kind: engine.kind,
    shared: new SharedObjects(),
    query: async (sql, values, row) => open().query(sql, values, row),
    run: async (sql, values) => open().run(sql, values),
    script: async (sql) => open().script(sql),
    transaction: async (work, options) => open().transaction(work, options),
    writes: () => engine.writes(),
    describe: () => engine.describe(),
    close: async () => {
      closed = true;
    },
  };
  return {
    oltp,
    [Symbol.asyncDispose]: async () => {
      await oltp.close();
      await engine.script(RESTORE);
      idle.push(engine);
    },
  };
}

/** In a directory that goes with those of the run. */
async function openEngine(): Promise<Oltp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'launchlens-decisions-'));
  const engine = await createOltp({ dataDir, logger });
  await migrateDecisions(engine, { logger });
  await engine.script(KEEP);
  return engine;
}

/** Keeps what the migrations have written, and `RESTORE` has the tables hold just that again. */
const KEEP = `CREATE SCHEMA pristine;
  DO $$ DECLARE name text; filled boolean; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('CREATE TABLE pristine.%I AS TABLE public.%I', name, name); END IF;
    END LOOP;
  END $$`;
/** To truncate the tables would write new files for each, which takes ten times as long. The role lifts their triggers. */
const RESTORE = `SET session_replication_role = replica;
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', name);
    END LOOP;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'pristine' LOOP
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE pristine.%I', name, name);
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
      FROM pg_sequences WHERE last_value IS NOT NULL;
  END $$;
  SET session_replication_role = origin`;

export interface SharedDecisionStore extends DecisionStore {
  /** For processes beside this one. */
  readonly databaseUrl: string;
  readonly server: PostgresServer;
  /** One more pool over the same database, as another API process has it. */
  another(): Promise<Oltp>;
}

/** A real server of its own, at the newest schema. */
export async function serverDecisions(): Promise<SharedDecisionStore> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const pools: Oltp[] = [];
  const another = async (): Promise<Oltp> => {
    const oltp = await createOltp({ databaseUrl, dataDir: '/nowhere', logger });
    pools.push(oltp);
    return oltp;
  };
  const oltp = await another();
  await migrateDecisions(oltp, { logger });
  return {
    oltp,
    databaseUrl,
    server,
    another,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
      await server[Symbol.asyncDispose]();
    },
  };
}
