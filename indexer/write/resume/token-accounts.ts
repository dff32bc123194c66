import { z } from 'zod';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { hexColumn, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import type { ChainAccount } from '../../model/chain-read.ts';

const NEWEST = `SELECT hex(address) AS account,
    hex(argMax(data, (slot, write_version, revision))) AS bytes,
    argMax(lamports, (slot, write_version, revision)) AS held
  FROM token_account_versions WHERE closed = 0 GROUP BY address`;
const row = z.object({ account: hexColumn, bytes: hexColumn, held: unsignedColumn });

/** Every token account that the index has ever seen, as it last existed. */
export async function storedTokenAccounts(lane: OlapLane, signal: AbortSignal): Promise<ChainAccount[]> {
  const accounts: ChainAccount[] = [];
  for await (const rows of lane.stream({ sql: NEWEST, signal }, row)) {
    for (const { account, bytes: data, held: lamports } of rows) {
      // The program is not stored. Only Token-2022 has accounts of another size.
      const owner = data.length === TOKEN_ACCOUNT.size ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
      accounts.push({ pubkey: pubkeyFromBytes(account), owner, lamports, data });
    }
  }
  return accounts;
}
