import { z } from 'zod';
import { hexColumn, type OlapLane } from '../../../core/olap/port.ts';
import { ProgramAccounts } from '../../model/program-accounts.ts';

const ACCOUNTS = `SELECT hex(address) AS account, argMax(type, (slot, revision)) AS last
  FROM account_versions WHERE closed = 0 GROUP BY address`;
const row = z.object({ account: hexColumn, last: z.string() });

/** Every account of a program that its index has ever seen, including closed ones. */
export async function programAccounts(lane: OlapLane, signal: AbortSignal): Promise<ProgramAccounts> {
  const known = new ProgramAccounts();
  for await (const rows of lane.stream({ sql: ACCOUNTS, signal }, row)) {
    for (const { account, last } of rows) known.add(account, last);
  }
  return known;
}
