import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../idl/spl-instructions.ts';
import type { ReadInstruction, ReadMessage } from './message.ts';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_PER_BUILTIN = 3_000n;
const MOST_UNITS = 1_400_000n;
const MICRO_LAMPORTS = 1_000_000n;
const BUILTINS: readonly string[] = [
  SYSTEM_PROGRAM_ID,
  COMPUTE_BUDGET_PROGRAM_ID,
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
];

/**
 * The network fee of a message in lamports: 5,000 per signature, and the priority fee on the requested compute units,
 * rounded up. A message that requests no units gets a default per instruction.
 */
export function networkFee({ signers, instructions }: Pick<ReadMessage, 'signers' | 'instructions'>): bigint {
  const price = budget(instructions, SET_UNIT_PRICE, (data) => data.readBigUInt64LE(1)) ?? 0n;
  const limit = budget(instructions, SET_UNIT_LIMIT, (data) => BigInt(data.readUInt32LE(1)));
  const asked = limit ?? instructions.reduce((sum, { program }) => sum + allowanceOf(program), 0n);
  const units = asked < MOST_UNITS ? asked : MOST_UNITS;
  const priority = (price * units + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return BigInt(signers.length) * LAMPORTS_PER_SIGNATURE + priority;
}

const VALUE_BYTES = { [SET_UNIT_LIMIT]: 4, [SET_UNIT_PRICE]: 8 } as const;

function budget(
  instructions: readonly ReadInstruction[],
  tag: keyof typeof VALUE_BYTES,
  read: (data: Buffer) => bigint,
): bigint | undefined {
  const found = instructions.find(
    ({ program, data }) =>
      program === COMPUTE_BUDGET_PROGRAM_ID && data[0] === tag && data.length > VALUE_BYTES[tag],
  );
  return found && read(Buffer.from(found.data));
}

function allowanceOf(program: string): bigint {
  return BUILTINS.includes(program) ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION;
}
