import { createLogger } from '../../../../core/kernel/logger.ts';
import { createOlap } from '../../../../core/olap/open.ts';
import { createOltp } from '../../../../core/oltp/open.ts';
import type { Oltp, Queries } from '../../../../core/oltp/port.ts';
import type { Boundary } from '../../../chaos/boundaries/boundary.ts';
import { Meter } from '../../../chaos/subject/meter.ts';
import { settleOnce } from './settle-once.ts';
import type { StoresPlace } from './settling-stores.ts';

/** What a process is told that settles what there is to settle, once, and ends. */
export interface LifeOptions extends StoresPlace {
  /** Where it ends itself like `kill -9`. */
  readonly kill?: Boundary;
}

const { kill, ...where } = JSON.parse(process.argv[2] ?? '') as LifeOptions;
const logger = createLogger('silent');
const meter = new Meter({ step: 'settle', kill, tell: (boundary) => process.send?.(boundary) });

/** The same statements, with a boundary at each that moves a request. */
function metered<Through extends Queries>(queries: Through, moves: () => void): Through {
  return {
    ...queries,
    query: (sql, values, row) => {
      const query = () => queries.query(sql, values, row);
      if (!sql.startsWith('UPDATE')) return query();
      moves();
      return meter.write('update payout_requests', false, query);
    },
  };
}

/** The same decisions, with a boundary at the end of each transaction that moves a request. */
function meteredDecisions(oltp: Oltp): Oltp {
  return {
    ...oltp,
    transaction: async (work) => {
      const ended = Promise.withResolvers<void>();
      let moved = false;
      let committing: Promise<void> | undefined;
      const value = await oltp.transaction(async (queries) => {
        const done = await work(metered(queries, () => (moved = true)));
        if (moved) committing = meter.write('commit payout_requests', false, () => ended.promise);
        return done;
      });
      ended.resolve();
      await committing;
      return value;
    },
  };
}

const olap = await meter.open(() => createOlap({ ...where, logger }));
const oltp = meteredDecisions(await createOltp({ ...where, logger }));
const done = await settleOnce({ olap, oltp });
await oltp.close();
await olap.close();
process.exit(done ? 0 : 1);
