import { openRequest } from '../../../api/state/payouts/open-request.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createOltp } from '../../../core/oltp/open.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { crashingRequest } from './crashing-request.ts';

/**
 * `node dying-claim.ts DATABASE_URL STEP ROUND`: opens a payout request and kills itself like `kill -9` at a step: before
 * its first statement, before its second, …, after its last one, after its commit. Ends with 0 when there is no such step.
 */
const [databaseUrl = '', last = '', round = ''] = process.argv.slice(2);
const store = await createOltp({ databaseUrl, dataDir: '/nowhere', logger: createLogger('silent') });
let step = 0;

async function reach(): Promise<void> {
  step += 1;
  if (step !== Number(last)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

function dying(queries: Queries): Queries {
  return {
    query: async (sql, values, row) => {
      await reach();
      return queries.query(sql, values, row);
    },
    run: async (sql, values) => {
      await reach();
      return queries.run(sql, values);
    },
    script: (sql) => queries.script(sql),
  };
}

const oltp: Oltp = {
  ...store,
  transaction: (work, options) =>
    store.transaction(async (queries) => {
      const value = await work(dying(queries));
      await reach();
      return value;
    }, options),
};
await openRequest(oltp, crashingRequest(round));
await reach();
await store.close();
