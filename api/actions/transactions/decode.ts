import type { DecodedInstruction } from '../../../schemas/rest/intents.ts';
import { wireAmount } from '../wire.ts';
import type { Instruction, TokenAmount } from './instruction.ts';
import { type ReadInstruction, readMessage } from './message.ts';
import { type KnownProgram, meaningOf } from './programs.ts';

/** What decoding needs besides the bytes. */
export interface DecodingAids {
  readonly known: KnownProgram | undefined;
  /** The original instructions, if the message was built here: they know what they move. */
  readonly made: readonly Instruction[];
}

/** Every instruction of a v0 message, decoded. */
export function decodedOf(message: Uint8Array, aids: DecodingAids): DecodedInstruction[] {
  return readMessage(message)?.instructions.map((one) => decodedInstruction(one, aids)) ?? [];
}

/** A decoded instruction for the signer. Unknown parts are shown as such. */
function decodedInstruction(instruction: ReadInstruction, aids: DecodingAids): DecodedInstruction {
  const meaning = meaningOf(instruction, aids.known);
  const amount = meaning?.amount ?? madeAs(instruction, aids.made)?.moves;
  return {
    program: instruction.program,
    program_name: meaning?.programName ?? null,
    instruction: meaning?.name ?? null,
    accounts: instruction.accounts.map(({ address, signer, writable }, index) => ({
      name: meaning?.accounts?.[index] ?? null,
      address: address ?? null,
      signer,
      writable,
    })),
    arguments: { ...meaning?.args },
    amount: amount ? wireTokenAmount(amount) : null,
  };
}

function madeAs({ program, data }: ReadInstruction, made: readonly Instruction[]): Instruction | undefined {
  return made.find((one) => one.program === program && Buffer.compare(one.data, data) === 0);
}

function wireTokenAmount({ mint, amount, decimals }: TokenAmount) {
  return { mint, amount: wireAmount(amount), decimals };
}
