import { z } from 'zod';
import type { OlapLane } from '../../../core/olap/port.ts';

const TABLES = [
  'launch_versions',
  'pledge_versions',
  'pledge_wallets',
  'token_account_versions',
  'mint_versions',
  'quarantine',
  'escrow_flows',
  'slots',
] as const;

const digestRow = z.object({ rows: z.string(), digest: z.string() });

/** Rows and a digest of every table, without what says when and in which batch a row was written. */
export async function tableContents(lane: OlapLane): Promise<Record<string, unknown>> {
  const contents: Record<string, unknown> = {};
  for (const table of TABLES) {
    const except = table === 'quarantine' ? 'revision, at' : 'revision';
    const sql = `SELECT count() AS rows, hex(groupBitXor(sipHash64(tuple(* EXCEPT (${except}))))) AS digest
      FROM ${table} FINAL`;
    contents[table] = (await lane.query({ sql }, digestRow))[0];
  }
  const head =
    'SELECT toString(slot) AS rows, commitment AS digest FROM checkpoints ORDER BY revision DESC LIMIT 1';
  contents.checkpoint = (await lane.query({ sql: head }, digestRow))[0];
  return contents;
}
