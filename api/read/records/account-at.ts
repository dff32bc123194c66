import { z } from 'zod';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { flagColumn, hexColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../../../schemas/rest/proof.ts';
import type { AskAt } from '../history/query.ts';
import { sqlFile } from '../sql-file.ts';

/** One query for each table that keeps accounts. */
const TABLES = ['mint', 'launch', 'pledge', 'token'].map((kind) =>
  sqlFile(import.meta.url, `${kind}-account.sql`),
);

/** An account as the index keeps it. */
export interface AccountVersion {
  readonly kind: AccountKind;
  /** Undefined where the account did not exist any more. */
  readonly held: { readonly lamports: bigint; readonly data: Uint8Array } | undefined;
}

const accountRow = z.object({
  account_kind: z.enum(ACCOUNT_KINDS),
  data_hex: hexColumn,
  lamports: unsignedColumn,
  closed: flagColumn,
});

/**
 * The bytes of one account, made again from the columns that the index keeps; undefined where it never kept such an
 * account. Most tables are not ordered by address; an index of theirs says where an address cannot be.
 */
export async function accountAt(ask: AskAt, address: Pubkey): Promise<AccountVersion | undefined> {
  const parameters = { address: Buffer.from(pubkeyBytes(address)).toString('hex') };
  for (const sql of TABLES) {
    const [row] = await ask(sql, parameters, accountRow);
    if (row === undefined) continue;
    return {
      kind: row.account_kind,
      held: row.closed ? undefined : { lamports: row.lamports, data: row.data_hex },
    };
  }
  return undefined;
}
