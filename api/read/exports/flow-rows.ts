import { z } from 'zod';
import { smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { FlowPosition } from '../records/flows.ts';
import { sqlFile } from '../sql-file.ts';
import { type ExportBounds, keysetRows } from './keyset-rows.ts';
import type { ExportField, ExportRows } from './rows.ts';

const DIGEST = sqlFile(import.meta.url, 'flows-digest.sql');
const ROWS = sqlFile(import.meta.url, 'flows-rows.sql');

/** In the order of the CSV line that `flows-digest.sql` and `flows-rows.sql` make. */
const FIELDS: readonly ExportField[] = [
  { name: 'launch_id', kind: 'amount' },
  { name: 'slot', kind: 'slot' },
  { name: 'time', kind: 'text', nullable: true },
  { name: 'signature', kind: 'text' },
  { name: 'ordinal', kind: 'count' },
  { name: 'direction', kind: 'text' },
  { name: 'kind', kind: 'text' },
  { name: 'wallet', kind: 'text', nullable: true },
  { name: 'mint', kind: 'text' },
  { name: 'amount', kind: 'amount' },
];

const position = z
  .tuple([unsignedColumn, z.string().regex(/^[0-9A-F]{128}$/), smallColumn])
  .transform(([slot, signature, ordinal]): FlowPosition => ({ slot, signature, ordinal }));

/** The movements of one launch's escrow, oldest first: the rows and fields of the listing. */
export function flowRows(bounds: ExportBounds, launchId: bigint): ExportRows {
  return keysetRows(bounds, {
    fields: FIELDS,
    digestSql: DIGEST,
    rowsSql: ROWS,
    parameters: { launch_id: launchId },
    position,
    after: (flow) => ({
      from_start: flow === undefined,
      after_slot: flow?.slot ?? 0n,
      after_signature: flow?.signature ?? '',
      after_ordinal: flow?.ordinal ?? 0,
    }),
  });
}
