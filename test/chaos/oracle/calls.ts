import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { transactionTables } from '../../../idl/anchor/transaction-tables.ts';
import type { Bound } from '../../support/index-check/index-state.ts';
import { vault } from '../../support/vault.ts';
import { type Calls, callsIndexed, callsOnChain, transactionRanges } from '../../support/vault-calls.ts';

const PROGRAM = vault();

export interface ComparedCalls {
  readonly differences: readonly string[];
  readonly rows: number;
  /** Whether all transactions of a slot were seen. */
  readonly isSeen: (slot: bigint) => boolean;
}

/**
 * Whatever the index has of instructions and events is on chain, once; and in slots whose transactions it calls seen,
 * nothing of the chain is missing.
 */
export async function callDifferences(
  scanner: OlapLane,
  chain: Pick<Chain, 'transactions'>,
  { slot: last, revision }: Bound,
): Promise<ComparedCalls> {
  const ranges = await transactionRanges({ scanner }, revision);
  const isSeen = (slot: bigint): boolean => ranges.some(({ from, to }) => from <= slot && slot <= to);
  const found = linesOf(await callsIndexed({ scanner }, { first: 0n, last, revision }));
  const wanted = linesOf(callsOnChain(chain, 0n, last));
  const [have, want] = [new Set(found), new Set(wanted)];
  return {
    isSeen,
    rows: found.length,
    differences: [
      ...wanted
        .filter((line) => !have.has(line) && isSeen(slotOf(line)))
        .map((line) => `${line} is missing in the index`),
      ...found.filter((line) => !want.has(line)).map((line) => `${line} is in the index and not on chain`),
      ...(found.length > have.size ? [`${found.length - have.size} calls are in the index twice`] : []),
      ...(await untypedDifferences(scanner, { slot: last, revision })),
    ],
  };
}

function slotOf(line: string): bigint {
  return BigInt(line.slice(0, line.indexOf('/')));
}

function linesOf({ instructions, events }: Calls): readonly string[] {
  return [...instructions, ...events];
}

const countRow = z.object({ rows: unsignedColumn });
const RAW = { instruction: 'program_instructions', event: 'program_events' } as const;

/** Each that decodes is in the table of its name as well, with the same revision, and no other one is. */
async function untypedDifferences(lane: OlapLane, { slot, revision }: Bound): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, kind, table, identity } of transactionTables(PROGRAM)) {
    const newest = (of: string): string => `SELECT * FROM ${of}
      WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}
      ORDER BY ${identity}, revision DESC LIMIT 1 BY ${identity}`;
    const raw = `SELECT ${identity}, revision FROM (${newest(RAW[kind])}) WHERE type = '${name}' AND undecodable = ''`;
    const typed = `SELECT ${identity}, revision FROM (${newest(table)})`;
    const sql = `SELECT count() AS rows FROM ((${raw} EXCEPT ${typed}) UNION ALL (${typed} EXCEPT ${raw}))`;
    const [odd] = await lane.query({ sql, parameters: { slot, revision } }, countRow);
    if (odd?.rows !== 0n) faults.push(`${table} and ${RAW[kind]} differ in ${odd?.rows} rows`);
  }
  return faults;
}
