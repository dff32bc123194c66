import { z } from 'zod';
import { LISTED_PLEDGE_FIELDS } from '../../../schemas/accounts/pledge.ts';
import { sqlFile } from '../sql-file.ts';
import { type ExportBounds, keysetRows } from './keyset-rows.ts';
import { type ExportField, type ExportRows, kindsOf } from './rows.ts';

const DIGEST = sqlFile(import.meta.url, 'pledges-digest.sql');
const ROWS = sqlFile(import.meta.url, 'pledges-rows.sql');

const { pledger, ...others } = kindsOf(LISTED_PLEDGE_FIELDS);

/** In the order of the CSV line that `{{pledge_line}}` makes. */
const FIELDS = Object.entries({
  pledger,
  pledge_address: { kind: 'text' } as const,
  ...others,
  updated_slot: { kind: 'slot' } as const,
}).map(([name, kind]): ExportField => ({ name, ...kind }));

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
