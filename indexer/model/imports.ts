import { z } from 'zod';
import type { OlapLane } from '../../core/olap/port.ts';

const stateRow = z.object({ state: z.enum(['started', 'finished', 'abandoned']) });
const NEWEST = 'SELECT toString(state) AS state FROM imports ORDER BY at DESC, imports.state DESC LIMIT 1';

/** Whether an import into this store was interrupted, so that its rows are half an index. */
export async function hasUnfinishedImport(lane: OlapLane): Promise<boolean> {
  const [newest] = await lane.query({ sql: NEWEST }, stateRow);
  return newest?.state === 'started';
}
