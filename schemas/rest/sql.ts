import { z } from 'zod';
import { count, slot } from './scalars.ts';
import { source } from './source.ts';

export const SQL_FORMAT_NAMES = ['json', 'csv', 'ndjson', 'parquet', 'arrow'] as const;

const LONGEST_QUERY = 16_384;
const QUERY = { error: `SQL of 1 to ${LONGEST_QUERY} characters` };

export const sqlRequest = z.strictObject({
  query: z
    .string(QUERY)
    .min(1, QUERY)
    .max(LONGEST_QUERY, QUERY)
    .meta({
      description: 'One SELECT in ClickHouse’s dialect, over the relations that docs/sql.md lists.',
      examples: ['SELECT launch_id, status, total_pledged FROM launches ORDER BY launch_id'],
    }),
  as_of_slot: slot
    .optional()
    .meta({ description: 'The relations are as they were at this slot. Default: the newest indexed slot.' }),
  format: z
    .enum(SQL_FORMAT_NAMES)
    .default('json')
    .meta({ description: 'The form of the answer: `json`, or a file in which nothing is cut.' }),
});

export const sqlColumn = z.strictObject({
  name: z.string().meta({ examples: ['total_pledged'] }),
  type: z.string().meta({ description: 'ClickHouse’s name of the type.', examples: ['UInt64'] }),
});

export const sqlAnswer = z.strictObject({
  source,
  columns: z.array(sqlColumn),
  rows: z.array(z.array(z.unknown())).meta({
    description:
      'Each row has one value for each column. Integers of 64 bits and wider are decimal strings, public keys base58.',
    examples: [[['7', 'active', '1500000000']]],
  }),
  row_count: count.meta({ description: 'How many rows `rows` has.', examples: [1] }),
  truncated: z.boolean().meta({ description: 'Whether the query has more rows than an answer shows.' }),
});

export type SqlAnswer = z.output<typeof sqlAnswer>;
