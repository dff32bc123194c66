import type { AnchorColumn } from './columns.ts';
import type { InstructionAccount } from './instruction-accounts.ts';
import type { Layout } from './layout.ts';
import type { RefusedPart } from './resolve.ts';

/** Which of a program's accounts are followed, as nodes filter them; all must hold. */
export type ProgramFilter =
  | { readonly dataSize: number }
  /** `bytes` is base58. */
  | { readonly memcmp: { readonly offset: number; readonly bytes: string } };

/** One field of an account type, argument of an instruction or field of an event, and the column that holds it. */
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

/** One account that an instruction names, and the column that holds its address: null where it is left out. */
export interface ProgramAccountColumn extends InstructionAccount {
  readonly column: string;
}

/** One instruction of a program: how its bytes are read, and where its rows are. */
export interface ProgramInstruction {
  readonly name: string;
  readonly discriminator: Uint8Array;
  /** Of its arguments. */
  readonly layout: Layout;
  readonly accounts: readonly ProgramAccountColumn[];
  /** A column for each argument. */
  readonly columns: readonly ProgramColumn[];
  /** The table with a row for each time that it was executed. */
  readonly table: string;
  /** The same rows up to the checkpoint, keys as base58. */
  readonly view: string;
}

/** One event of a program, likewise. */
export interface ProgramEvent {
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly layout: Layout;
  readonly columns: readonly ProgramColumn[];
  readonly table: string;
  readonly view: string;
}

/** What a program's transactions show: the instructions that it executes, and the events that it emits. */
export interface ProgramCalls {
  readonly instructions: readonly ProgramInstruction[];
  readonly events: readonly ProgramEvent[];
  /** Instructions and events that the IDL does not describe well enough: they are kept as bytes. */
  readonly refusedInstructions: readonly RefusedPart[];
  readonly refusedEvents: readonly RefusedPart[];
  /** The names of those that are followed; undefined for all, and for those of no known name. */
  readonly selected: {
    readonly instructions: readonly string[] | undefined;
    readonly events: readonly string[] | undefined;
  };
}
