import { createHash } from 'node:crypto';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { type IdlDocument, readIdl } from './document.ts';
import { programCalls } from './program-calls.ts';
import { accountNames, columnsBeside } from './program-names.ts';
import type { ProgramCalls, ProgramFilter, ProgramType } from './program-types.ts';
import { accountsOf, type RefusedPart, refusedOf } from './resolve.ts';

export type {
  ProgramAccountColumn,
  ProgramCalls,
  ProgramColumn,
  ProgramEvent,
  ProgramFilter,
  ProgramInstruction,
  ProgramType,
} from './program-types.ts';

/** A program whose accounts, instructions and events are followed, with everything that its IDL says. */
export interface Program extends ProgramCalls {
  /** In paths, GraphQL and the database's name. */
  readonly name: string;
  readonly address: Pubkey;
  readonly database: ReturnType<typeof databaseOf>;
  readonly idl: { readonly text: string; readonly sha256: string; readonly document: IdlDocument };
  readonly types: readonly ProgramType[];
  /** Types that the IDL does not describe well enough: their accounts are kept as bytes. */
  readonly refused: readonly RefusedPart[];
  /** The names of the types that are followed; undefined for all, and for accounts of no known type. */
  readonly accounts: readonly string[] | undefined;
  readonly filters: readonly ProgramFilter[];
}

export interface ProgramOptions {
  readonly name: string;
  readonly address: Pubkey;
  readonly idlText: string;
  readonly accounts?: readonly string[] | undefined;
  /** Names of the instructions that are followed: none if empty, and all by default. */
  readonly instructions?: readonly string[] | undefined;
  /** Likewise of events. */
  readonly events?: readonly string[] | undefined;
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
  const types = all.flatMap((account): ProgramType[] => {
    if ('refusal' in account) return [];
    const { table: versions, view } = accountNames(account.name);
    return [{ ...account, versions, view, columns: columnsBeside(account.layout, VERSION_NAMES) }];
  });
  return {
    ...{ name, address, accounts, filters, types },
    database: databaseOf(name),
    idl: { text, document, sha256: createHash('sha256').update(text).digest('hex') },
    refused: refusedOf(all, document.accounts),
    ...programCalls(document, options, new Set(types.flatMap(({ versions, view }) => [versions, view]))),
  };
}

/** The columns with which every table of versions begins, and those that its view adds. */
const VERSION_NAMES: ReadonlySet<string> = new Set([
  ...['address', 'slot', 'write_version', 'revision', 'correction', 'closed', 'lamports', 'signature'],
  ...['changed_slot', 'updated_slot'],
]);
