import { compileDecoder, type Decode } from '../../../../idl/anchor/decode.ts';
import type { Program } from '../../../../idl/anchor/program.ts';
import type { ProgramEvent, ProgramInstruction } from '../../../../idl/anchor/program-types.ts';
import { isSelected } from '../../../../idl/anchor/transaction-tables.ts';

/** One instruction or event of a program, and how its bytes become JSON. */
export interface CallType extends ProgramEvent {
  /** Those that an instruction names, in its order. */
  readonly accounts: ProgramInstruction['accounts'];
  readonly decode: Decode;
}

export interface CallTypes {
  readonly instruction: ReadonlyMap<string, CallType>;
  readonly event: ReadonlyMap<string, CallType>;
}

/** The followed instructions and events of a program, compiled once. */
export function callTypesOf({ instructions, events, selected }: Program): CallTypes {
  const compiled = (
    kind: 'instruction' | 'event',
    types: readonly (ProgramEvent & Partial<Pick<CallType, 'accounts'>>)[],
    names: readonly string[] | undefined,
  ): ReadonlyMap<string, CallType> =>
    new Map(
      types
        .filter(({ name }) => isSelected(names, name))
        .map(({ accounts = [], ...type }) => {
          const decode = compileDecoder(type.layout, type.discriminator.length, kind);
          return [type.name, { ...type, accounts, decode }];
        }),
    );
  return {
    instruction: compiled('instruction', instructions, selected.instructions),
    event: compiled('event', events, selected.events),
  };
}
