import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';
import { waitFor } from '../../support/wait-for.ts';

const mergesRow = z.object({ merges: z.string() });

/** Waits until the engine has merged what the filling left, so that its work is not timed with the reads. */
export async function settle(olap: Olap): Promise<void> {
  const idle = async (): Promise<boolean> => {
    const [found] = await olap.reader.query(
      { sql: 'SELECT count() AS merges FROM system.merges' },
      mergesRow,
    );
    return found?.merges === '0';
  };
  let quiet = 0;
  const quietForAWhile = async (): Promise<boolean> => {
    quiet = (await idle()) ? quiet + 1 : 0;
    return quiet >= 5;
  };
  await waitFor(quietForAWhile, { what: 'the merges to end', everyMs: 200 });
}
