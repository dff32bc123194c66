import { z } from 'zod';
import { SIGNATURE_TEXT } from '../base58.ts';
import { count, dateTime, nextCursor, pubkey, slot } from './scalars.ts';
import { source } from './source.ts';

/** Instructions that a program executed, and events that it emitted. */

const place = {
  slot: slot.meta({ description: 'Slot of the transaction.' }),
  time: dateTime.nullable().meta({ description: 'Block time; null if unknown.' }),
  signature: z
    .string()
    .regex(SIGNATURE_TEXT)
    .meta({ description: 'Signature of the transaction, 64 bytes in base58.' }),
  transaction_index: count.meta({ description: 'Position of the transaction in its block, from 0.' }),
  instruction_index: count.meta({ description: 'Instruction of the transaction, from 0.' }),
  inner_index: count.meta({
    description: 'Position among what that instruction called; 0 for the instruction itself.',
  }),
};
const data = (of: string) =>
  z.unknown().meta({
    description: `${of}, as the IDL names them: integers of 64 bits and wider as decimal strings, keys in base58, bytes in base64.`,
    examples: [{ amount: '1500000000' }],
  });
const coveredFromSlot = slot.nullable().meta({
  description:
    'From this slot on, up to the slot of the answer, every transaction was seen; null if some may be missing at the slot of the answer.',
});

export const programInstruction = z.strictObject({
  ...place,
  accounts: z.record(z.string(), pubkey.nullable()).meta({
    description: 'The accounts that the IDL names; null for one that was left out.',
    examples: [{ authority: 'So11111111111111111111111111111111111111112' }],
  }),
  remaining_accounts: z.array(pubkey).meta({ description: 'The accounts after those.' }),
  data: data('The arguments'),
});

export const programEvent = z.strictObject({
  ...place,
  source: z.enum(['log', 'cpi']).meta({
    description: 'How it was emitted: in the log, or by a call of the program to itself.',
  }),
  event_index: count.meta({ description: 'Position among the events of this source in the transaction.' }),
  data: data('The fields'),
});

const page = { source, covered_from_slot: coveredFromSlot, next_cursor: nextCursor };
export const programInstructionsAnswer = z.strictObject({ ...page, results: z.array(programInstruction) });
export const programEventsAnswer = z.strictObject({ ...page, results: z.array(programEvent) });

export type ProgramInstructionRow = z.output<typeof programInstruction>;
export type ProgramEventRow = z.output<typeof programEvent>;
export type ProgramInstructionsAnswer = z.output<typeof programInstructionsAnswer>;
export type ProgramEventsAnswer = z.output<typeof programEventsAnswer>;
