import { z } from 'zod';
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import {
  type DecodedInstruction,
  decodedInstruction as instructionShape,
} from '../../../schemas/rest/intents.ts';
import type { Instruction } from '../intents/draft.ts';
import { writerOf } from '../write.ts';
import { type ReadInstruction, readMessage } from './message.ts';
import { type KnownProgram, meaningOf } from './programs.ts';

const writeInstruction = writerOf(instructionShape);

/** What decoding needs besides the bytes. */
export interface DecodingAids {
  readonly known: KnownProgram | undefined;
  /** The original instructions, if the message was built here: they know what they move. */
  readonly made: readonly Instruction[];
}

export function decodedOf(message: Uint8Array, aids: DecodingAids): DecodedInstruction[] {
  return readMessage(message)?.instructions.map((one) => decodedInstruction(one, aids)) ?? [];
}

function decodedInstruction(instruction: ReadInstruction, aids: DecodingAids): DecodedInstruction {
  const meaning = meaningOf(instruction, aids.known);
  const amount = meaning?.amount ?? madeAs(instruction, aids.made)?.moves;
  return writeInstruction({
    program: instruction.program,
    programName: meaning?.programName,
    instruction: meaning?.name,
    accounts: instruction.accounts.map((account, index) => ({
      ...account,
      name: meaning?.accounts?.[index],
    })),
    arguments: { ...meaning?.args },
    amount,
  });
}

function madeAs({ program, data }: ReadInstruction, made: readonly Instruction[]): Instruction | undefined {
  return made.find((one) => one.program === program && Buffer.compare(one.data, data) === 0);
}

const whole = z.union([z.bigint(), z.int()]).transform(Number);
const inInstruction = z.object({
  InstructionError: z.tuple([whole, z.union([z.string(), z.object({ Custom: whole }), z.json()])]),
});
const custom = z.object({ Custom: whole });

const WHOLE: Readonly<Record<string, string>> = {
  AccountNotFound: 'the wallet that pays the fee holds none of the native coin',
  InsufficientFundsForFee: 'the wallet holds too little of the native coin for the fee',
  BlockhashNotFound: 'its blockhash is unknown or has expired',
  AlreadyProcessed: 'it was executed before',
  SignatureFailure: 'its signature is not valid',
};
const TOKEN_ERRORS: ReadonlyMap<number, string> = new Map([
  [0, 'the account would not keep its rent'],
  [1, 'the token account holds too little'],
  [3, 'the token account is of another mint'],
  [4, 'the token account belongs to another wallet'],
  [17, 'the token account is frozen'],
  [18, 'the decimals are not those of the mint'],
]);
const SYSTEM_ERRORS: ReadonlyMap<number, string> = new Map([
  [1, 'the wallet holds too little of the native coin'],
]);

/** Explains an error of the chain about a transaction to readers without Solana knowledge. */
export function explainError(
  error: unknown,
  {
    instructions,
    known,
  }: { readonly instructions: readonly DecodedInstruction[]; readonly known?: KnownProgram | undefined },
): string {
  if (typeof error === 'string') return WHOLE[error] ?? error;
  const parsed = inInstruction.safeParse(error);
  if (!parsed.success) return shown(error);
  const [index, cause] = parsed.data.InstructionError;
  const instruction = instructions[index];
  const name = instruction?.instruction ?? instruction?.program_name ?? instruction?.program ?? 'unknown';
  return `instruction ${index + 1} (${name}) fails: ${causeText(cause, instruction?.program, known)}`;
}

function causeText(cause: unknown, program: string | undefined, known: KnownProgram | undefined): string {
  const coded = custom.safeParse(cause);
  if (!coded.success) return typeof cause === 'string' ? cause : shown(cause);
  const code = coded.data.Custom;
  return tableOf(program, known)?.get(code) ?? `error ${code} of the program`;
}

function tableOf(program: string | undefined, known: KnownProgram | undefined) {
  if (known && program === known.address) return known.errors;
  if (program === TOKEN_PROGRAM_ID) return TOKEN_ERRORS;
  return program === SYSTEM_PROGRAM_ID ? SYSTEM_ERRORS : undefined;
}

const LONGEST = 200;

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? Number(part) : part,
  );
  return (text ?? 'unknown').slice(0, LONGEST);
}
