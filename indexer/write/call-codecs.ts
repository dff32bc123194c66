import type { EncodedRows } from '../../core/olap/row-binary.ts';
import { compileDecoder, type Decode } from '../../idl/anchor/decode.ts';
import type { Program, ProgramEvent, ProgramInstruction } from '../../idl/anchor/program.ts';
import { transactionTables } from '../../idl/anchor/transaction-tables.ts';
import { compileTranscoder, type Transcode } from '../../idl/anchor/transcode.ts';

/** The reading of one instruction or event, compiled once for a program. */
export interface CallCodec {
  readonly name: string;
  readonly table: string;
  readonly columns: EncodedRows['columns'];
  readonly transcode: Transcode;
  readonly decode: Decode;
  /** For each account that an instruction names, whether it may be left out. */
  readonly optional: readonly boolean[];
}

export interface CallCodecs {
  /** Of each kind, by name: what is followed and decodes. */
  readonly instruction: ReadonlyMap<string, CallCodec>;
  readonly event: ReadonlyMap<string, CallCodec>;
  /** Stands for an account that is left out. */
  readonly programId: Uint8Array;
}

type Kind = 'instruction' | 'event';

export function compileCalls(program: Program, programId: Uint8Array): CallCodecs {
  const tables = transactionTables(program);
  const compiled = (kind: Kind): ReadonlyMap<string, CallCodec> =>
    new Map(
      partsOf(program, kind).flatMap((one) => {
        const table = tables.find(({ table: name }) => name === one.table);
        if (!table) return [];
        const { name, layout, discriminator } = one;
        const codec: CallCodec = {
          ...{ name, table: table.table, columns: table.columns },
          transcode: compileTranscoder(layout, discriminator.length),
          decode: compileDecoder(layout, discriminator.length, kind),
          optional: optionalIn(one),
        };
        return [[name, codec] as const];
      }),
    );
  return { instruction: compiled('instruction'), event: compiled('event'), programId };
}

function optionalIn(one: ProgramInstruction | ProgramEvent): readonly boolean[] {
  return 'accounts' in one ? one.accounts.map(({ optional }) => optional) : [];
}

function partsOf(program: Program, kind: Kind): readonly (ProgramInstruction | ProgramEvent)[] {
  return kind === 'event' ? program.events : program.instructions;
}
