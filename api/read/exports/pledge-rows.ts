import { z } from 'zod';
import { sqlFile } from '../sql-file.ts';
import { type ExportBounds, keysetRows } from './keyset-rows.ts';
import type { ExportField, ExportRows } from './rows.ts';

const DIGEST = sqlFile(import.meta.url, 'pledges-digest.sql');
const ROWS = sqlFile(import.meta.url, 'pledges-rows.sql');

/** In the order of the CSV line that `pledges-digest.sql` and `pledges-rows.sql` make. */
const FIELDS: readonly ExportField[] = [
  { name: 'pledger', kind: 'text' },
  { name: 'pledge_address', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'tokens_released', kind: 'amount' },
  { name: 'refunded', kind: 'flag' },
  { name: 'pledged_ts', kind: 'seconds' },
  { name: 'updated_slot', kind: 'slot' },
];

/** The pledges of one launch in key order: the rows and fields of the listing. */
export function pledgeRows(bounds: ExportBounds, launchId: bigint): ExportRows {
  return keysetRows(bounds, {
    fields: FIELDS,
    digestSql: DIGEST,
    rowsSql: ROWS,
    parameters: { launch_id: launchId },
    position: z.string().regex(/^[0-9A-F]{64}$/),
    after: (key) => ({ from_start: key === undefined, after: key ?? '' }),
  });
}
