import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { defineProgram, type Program } from '../../../../idl/anchor/program.ts';
import { quoted } from '../../../../idl/anchor/program-tables.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { DESK_IDL } from './desk-idl.ts';
import type { ProgramIndex } from './program-index.ts';

const fields = [{ name: 'amount', type: 'u64' }];

/** The desk program with an instruction, and the event that it emits. */
export function callsProgram(name: string): Program {
  return defineProgram({
    name,
    address: pubkeyOf('calls program'),
    idlText: JSON.stringify({
      ...DESK_IDL,
      instructions: [
        {
          name: 'place',
          discriminator: [3, 3, 3, 3, 3, 3, 3, 3],
          accounts: [{ name: 'owner' }, { name: 'order', optional: true }],
          args: fields,
        },
      ],
      events: [{ name: 'Placed', discriminator: [4, 4, 4, 4, 4, 4, 4, 4] }],
      types: [...DESK_IDL.types, { name: 'Placed', type: { kind: 'struct', fields } }],
    }),
  });
}

export interface CallFields {
  readonly slot: number;
  readonly transaction?: number;
  readonly inner?: number;
  readonly amount: bigint;
  readonly owner?: string;
  readonly order?: string;
  readonly revision: number;
}

/** Adds one row to a table of the index. */
export function insertCells(
  { olap }: ProgramIndex,
  table: string,
  cells: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(cells).map(quoted).join(', ');
  return olap.writer.command({
    sql: `INSERT INTO ${quoted(table)} (${names}) SELECT ${Object.values(cells).join(', ')}`,
  });
}

/** An instruction, and the event that it emits, as the indexer writes them. */
export async function writeCall(
  index: ProgramIndex,
  { slot, transaction = 0, inner = 0, amount, revision, ...accounts }: CallFields,
): Promise<void> {
  const { owner = 'owner', order = 'order' } = accounts;
  const [place] = index.program.instructions;
  const [placed] = index.program.events;
  if (place === undefined || placed === undefined) throw new Error('the program has no instruction');
  const at = {
    ...{
      slot: `${slot}`,
      transaction_index: `${transaction}`,
      instruction_index: '0',
      inner_index: `${inner}`,
    },
    ...{
      signature: `unhex(repeat('0${transaction + 1}', 64))`,
      block_time: '1790000000',
      revision: `${revision}`,
    },
  };
  await insertCells(index, 'program_instructions', {
    ...{ ...at, type: "'place'" },
    accounts: `unhex('${hexOf(owner)}${hexOf(order)}${hexOf('more')}')`,
    data: `unhex('${dataOf(place.discriminator, amount)}')`,
  });
  await insertCells(index, place.table, { ...at, amount: `${amount}` });
  const event = { ...at, source: "'cpi'", event_index: `${inner}` };
  await insertCells(index, 'program_events', {
    ...{ ...event, type: "'Placed'" },
    data: `unhex('${dataOf(placed.discriminator, amount)}')`,
  });
  await insertCells(index, placed.table, { ...event, amount: `${amount}` });
}

/** From this slot on, the index has every transaction. */
export function coverTransactions(index: ProgramIndex, from: number): Promise<void> {
  const cells = { from_slot: `${from}`, to_slot: '18446744073709551615', source: "''" };
  return insertCells(index, 'transaction_coverage', cells);
}

function hexOf(name: string): string {
  return Buffer.from(pubkeyBytes(pubkeyOf(name))).toString('hex');
}

function dataOf(discriminator: Uint8Array, amount: bigint): string {
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(amount);
  return Buffer.concat([discriminator, value]).toString('hex');
}
