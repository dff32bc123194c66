import type { Program } from '../../idl/anchor/program.ts';
import { quoted } from '../../idl/anchor/program-tables.ts';
import {
  EVENT_IDENTITY,
  INCOMPLETE_IDENTITY,
  INSTRUCTION_IDENTITY,
} from '../../idl/anchor/transaction-columns.ts';
import { transactionTables } from '../../idl/anchor/transaction-tables.ts';
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
  /** The one to which the pipeline adds ranges; undefined if transactions are not stored. */
  readonly flowLedger: string | undefined;
}

export const LAUNCH_TABLES: IndexTables = {
  kind: 'launches',
  identities: ROW_IDENTITY,
  accounts: ['launch_versions', 'pledge_versions', 'token_account_versions', 'mint_versions', 'quarantine'],
  movements: ['escrow_flows', 'treasury_transfers'],
  flowLedgers: { flow_coverage: '', treasury_coverage: 'treasury, backfilled, ' },
  flowLedger: 'flow_coverage',
};

/** The ledger of slots whose transactions a program's index has. */
export const TRANSACTION_COVERAGE = 'transaction_coverage';

export function programTables(program: Program): IndexTables {
  const versions = ['account_versions', ...program.types.map((type) => quoted(type.versions))];
  const flowLedger = followsTransactions(program) ? TRANSACTION_COVERAGE : undefined;
  return {
    kind: 'program',
    identities: {
      ...Object.fromEntries(versions.map((table) => [table, 'address, slot'])),
      program_instructions: INSTRUCTION_IDENTITY,
      program_events: EVENT_IDENTITY,
      incomplete_transactions: INCOMPLETE_IDENTITY,
      ...Object.fromEntries(
        transactionTables(program).map(({ table, identity }) => [quoted(table), identity]),
      ),
    },
    accounts: ['account_versions'],
    movements: [],
    flowLedgers: flowLedger ? { [flowLedger]: '' } : {},
    flowLedger,
  };
}

/** Whether any instruction or event of the program is followed. */
function followsTransactions({ selected: { instructions, events } }: Program): boolean {
  return instructions?.length !== 0 || events?.length !== 0;
}
