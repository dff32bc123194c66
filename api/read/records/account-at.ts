import { z } from 'zod';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { flagColumn, hexColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { ACCOUNT_TABLES, newestVersions } from '../../../idl/newest-versions.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../../../schemas/rest/proof.ts';
import type { AskAt } from '../history/query.ts';

/** One query for each table of readable accounts, by the table's name. */
export const ACCOUNT_QUERIES: ReadonlyMap<string, string> = new Map(
  ACCOUNT_TABLES.filter(({ table }) => table !== 'quarantine').map(({ table, kind, bytes }) => {
    const name = kind.replace("'launch'", "'launch_config'");
    const columns = `${name} AS account_kind, hex(${bytes}) AS data_hex, lamports, closed`;
    return [
      table,
      newestVersions(table, { columns, where: 'address = unhex({address:String})', by: 'address' }),
    ];
  }),
);

/** An account as the index keeps it. */
export interface AccountVersion {
  readonly kind: AccountKind;
  /** Undefined if the account no longer existed. */
  readonly held: { readonly lamports: bigint; readonly data: Uint8Array } | undefined;
}

const accountRow = z.object({
  account_kind: z.enum(ACCOUNT_KINDS),
  data_hex: hexColumn,
  lamports: unsignedColumn,
  closed: flagColumn,
});

/**
 * The bytes of one account, restored from the index's columns; undefined if it never kept the account. Most tables are
 * not ordered by address; an index excludes parts without an address.
 */
export async function accountAt(ask: AskAt, address: Pubkey): Promise<AccountVersion | undefined> {
  const parameters = { address: Buffer.from(pubkeyBytes(address)).toString('hex') };
  for (const sql of ACCOUNT_QUERIES.values()) {
    const [row] = await ask(sql, parameters, accountRow);
    if (row === undefined) continue;
    return {
      kind: row.account_kind,
      held: row.closed ? undefined : { lamports: row.lamports, data: row.data_hex },
    };
  }
  return undefined;
}
