import type { ProgramType } from '../../idl/anchor/program.ts';
import { quoted } from '../../idl/anchor/program-tables.ts';
import { ROW_IDENTITY } from './tables.ts';

/** The tables that one index fills besides those that every index has. */
export interface IndexTables {
  readonly kind: 'launches' | 'program';
  /**
   * Tables whose rows belong to a slot, with what identifies a row: among rows with the same identity, the greatest
   * revision counts.
   */
  readonly identities: Readonly<Record<string, string>>;
  /** Those with the versions of every account, once. */
  readonly accounts: readonly string[];
  /** Those with what transactions moved. */
  readonly movements: readonly string[];
  /** Ledgers of slots whose transactions were all seen, with the columns that come before the slots. */
  readonly flowLedgers: Readonly<Record<string, string>>;
}

export const LAUNCH_TABLES: IndexTables = {
  kind: 'launches',
  identities: ROW_IDENTITY,
  accounts: ['launch_versions', 'pledge_versions', 'token_account_versions', 'mint_versions', 'quarantine'],
  movements: ['escrow_flows', 'treasury_transfers'],
  flowLedgers: { flow_coverage: '', treasury_coverage: 'treasury, backfilled, ' },
};

export function programTables(types: readonly ProgramType[]): IndexTables {
  const tables = ['account_versions', ...types.map(({ versions }) => quoted(versions))];
  return {
    kind: 'program',
    identities: Object.fromEntries(tables.map((table) => [table, 'address, slot'])),
    accounts: ['account_versions'],
    movements: [],
    flowLedgers: { flow_coverage: '' },
  };
}
