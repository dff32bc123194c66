import type { ProgramType } from '../../../../idl/anchor/program.ts';
import { AFTER, matching, newest, OF_TYPE } from '../queries.ts';
import type { Condition } from '../where/where.ts';
import { lineSql } from './cells.ts';

/** The last address of a page that has at most so many accounts and, unless it has only one, at most so many bytes. */
export const PAGE_END = `-- the end of a page of an export
SELECT count() AS accounts, hex(max(address)) AS last_address
FROM
(
  SELECT address, row_number() OVER addresses AS place, sum(size) OVER addresses AS total
  FROM
  (
    SELECT address, size
    FROM (${newest('address, type, undecodable, closed, length(data) AS size', AFTER)})
    WHERE ${OF_TYPE}
    LIMIT {limit:UInt32}
  )
  WINDOW addresses AS (ORDER BY address ROWS UNBOUNDED PRECEDING)
)
WHERE place = 1 OR total <= {most_bytes:UInt64}
SETTINGS max_threads = 1`;

/** Accounts after one address, up to another. */
const OF_PAGE = `${AFTER} AND address <= unhex({last:String})`;

/** One row: the accounts of a page that meet a condition as CSV lines, by address, and the sum over them. */
export function pageLines(type: ProgramType, condition: Condition): string {
  return `-- a page of an export
SELECT ${SUM}, arrayStringConcat(groupArray(launchlens_line), '\\n') AS lines
FROM (${linesOf(type, condition)})
${SETTINGS}`;
}

/** The same without the lines. */
export function pageSum(type: ProgramType, condition: Condition): string {
  return `-- the digest of a page of an export
SELECT ${SUM}
FROM (${linesOf(type, condition)})
${SETTINGS}`;
}

const SUM = 'count() AS row_count, sum(reinterpretAsUInt256(reverse(SHA256(launchlens_line)))) AS line_sum';

// One thread, so that an export does not slow other queries. JSON as JavaScript writes it.
const SETTINGS = 'SETTINGS max_threads = 1, output_format_json_escape_forward_slashes = 0';

function linesOf(type: ProgramType, { sql }: Condition): string {
  const rows = matching(type.versions, '*', `${OF_PAGE} AND (${sql})`, OF_PAGE);
  return `SELECT ${lineSql(type)} AS launchlens_line
FROM (${rows} ORDER BY address LIMIT 1 BY address)
ORDER BY address`;
}
