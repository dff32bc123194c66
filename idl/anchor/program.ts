import { createHash } from 'node:crypto';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { type AnchorColumn, columnsOf } from './columns.ts';
import { type IdlDocument, readIdl } from './document.ts';
import type { Layout } from './layout.ts';
import { accountsOf, type RefusedAccount } from './resolve.ts';

/** Which of a program's accounts are followed, as nodes filter them; all must hold. */
export type ProgramFilter =
  | { readonly dataSize: number }
  /** `bytes` is base58. */
  | { readonly memcmp: { readonly offset: number; readonly bytes: string } };

/** One field of an account type, and the column that holds it. */
export interface ProgramColumn extends AnchorColumn {
  /** As the IDL names it; a column with the name of one that every table has gets `_` appended. */
  readonly field: string;
  readonly layout: Layout;
}

/** One account type of a program: how its bytes are read, and where its rows are. */
export interface ProgramType {
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly layout: Layout;
  readonly columns: readonly ProgramColumn[];
  /** The table with a row for each version. */
  readonly versions: string;
  /** The view of the latest state at the checkpoint. */
  readonly view: string;
}

/** A program whose accounts are followed, with everything that its IDL says. */
export interface Program {
  /** In paths, GraphQL and the database's name. */
  readonly name: string;
  readonly address: Pubkey;
  readonly database: ReturnType<typeof databaseOf>;
  readonly idl: { readonly text: string; readonly sha256: string; readonly document: IdlDocument };
  readonly types: readonly ProgramType[];
  /** Types that the IDL does not describe well enough: their accounts are kept as bytes. */
  readonly refused: readonly (RefusedAccount & { readonly discriminator: Uint8Array })[];
  /** The names of the types that are followed; undefined for all, and for accounts of no known type. */
  readonly accounts: readonly string[] | undefined;
  readonly filters: readonly ProgramFilter[];
}

export interface ProgramOptions {
  readonly name: string;
  readonly address: Pubkey;
  readonly idlText: string;
  readonly accounts?: readonly string[] | undefined;
  readonly filters?: readonly ProgramFilter[];
}

/** The database of a program's index. */
export function databaseOf(program: string) {
  return `launchlens_${program}` as const;
}

/** @throws IDL_REFUSED */
export function defineProgram(options: ProgramOptions): Program {
  const { name, address, idlText: text, accounts, filters = [] } = options;
  const document = readIdl(text);
  const all = accountsOf(document);
  const discriminators = new Map(
    document.accounts.map((one) => [one.name, Uint8Array.from(one.discriminator)]),
  );
  return {
    ...{ name, address, accounts, filters },
    database: databaseOf(name),
    idl: { text, document, sha256: createHash('sha256').update(text).digest('hex') },
    types: all.flatMap((account) => {
      if ('refusal' in account) return [];
      return { ...account, ...namesOf(account.name), columns: programColumns(account.layout) };
    }),
    refused: all.flatMap((account) =>
      'refusal' in account
        ? { ...account, discriminator: discriminators.get(account.name) ?? new Uint8Array(0) }
        : [],
    ),
  };
}

/** The columns with which every table of versions begins, and those that its view adds. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['address', 'slot', 'write_version', 'revision', 'correction', 'closed', 'lamports', 'signature'],
  ...['changed_slot', 'updated_slot'],
]);

function programColumns(layout: Layout): readonly ProgramColumn[] {
  const columns = columnsOf(layout);
  const names = new Set(columns.map((column) => column.name));
  const layouts = layout.kind === 'struct' ? layout.fields.items.map((item) => item.layout) : [layout];
  return columns.map(({ name: field, type }, at) => {
    let name = field;
    while (TAKEN.has(name) || (name !== field && names.has(name))) name += '_';
    return { name, field, type, layout: layouts[at] ?? layout };
  });
}

/** The tables and views that a program's database has besides those of its types. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['account_versions', 'audit_differences', 'audits', 'checkpoint', 'checkpoints', 'coverage'],
  ...['flow_coverage', 'idl', 'imports', 'index_identity', 'leases', 'repair_requests'],
  ...['schema_migrations', 'slots', 'take_backs'],
]);

function namesOf(type: string): Pick<ProgramType, 'versions' | 'view'> {
  const taken = OTHERS.has(type) || OTHERS.has(`${type}_versions`);
  const own = taken ? `${type}_` : type;
  return { versions: `${own}_versions`, view: own };
}
