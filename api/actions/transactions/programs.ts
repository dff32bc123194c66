import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_DECIMALS, NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { type InstructionLayout, instructionArguments } from '../../../idl/instructions.ts';
import {
  MEMO_PROGRAM_IDS,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../../../idl/programs.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  COMPUTE_BUDGET_PROGRAM_ID,
  SPL_TAGS,
} from '../../../idl/spl-instructions.ts';
import type { TokenAmount } from '../intents/draft.ts';
import type { ReadInstruction } from './message.ts';

/** The meaning of an instruction, if its program is known here. */
export interface Meaning {
  readonly programName: string;
  readonly name?: string | undefined;
  /** In the order of the accounts. */
  readonly accounts?: readonly string[] | undefined;
  readonly args?: Readonly<Record<string, string>> | undefined;
  readonly amount?: TokenAmount | undefined;
}

/** The escrow program, as described by its configured IDL. */
export interface KnownProgram {
  readonly address: Pubkey;
  readonly name: string;
  readonly instructions: readonly InstructionLayout[];
  readonly errors: ReadonlyMap<number, string>;
}

export function meaningOf(
  instruction: ReadInstruction,
  known: KnownProgram | undefined,
): Meaning | undefined {
  if (known && instruction.program === known.address) return byIdl(instruction, known);
  switch (instruction.program) {
    case COMPUTE_BUDGET_PROGRAM_ID:
      return computeBudget(instruction);
    case TOKEN_PROGRAM_ID:
    case TOKEN_2022_PROGRAM_ID:
      return token(instruction);
    case ASSOCIATED_TOKEN_PROGRAM_ID:
      return associatedToken(instruction);
    case SYSTEM_PROGRAM_ID:
      return system(instruction);
    default:
      return MEMO_PROGRAM_IDS.some((memo) => memo === instruction.program)
        ? { programName: 'Memo' }
        : undefined;
  }
}

function byIdl({ data }: ReadInstruction, { name: programName, instructions }: KnownProgram): Meaning {
  for (const layout of instructions) {
    const args = instructionArguments(layout, data);
    if (!args) continue;
    return {
      programName,
      name: layout.name,
      accounts: layout.accounts.map(({ name }) => name),
      args: Object.fromEntries([...args].map(([name, value]) => [name, value.toString()])),
    };
  }
  return { programName };
}

function computeBudget({ data }: ReadInstruction): Meaning {
  const programName = 'Compute Budget';
  const view = Buffer.from(data);
  if (view[0] === 2 && view.length === 5) {
    return { programName, name: 'set_compute_unit_limit', args: { units: String(view.readUInt32LE(1)) } };
  }
  if (view[0] === 3 && view.length === 9) {
    const args = { micro_lamports: view.readBigUInt64LE(1).toString() };
    return { programName, name: 'set_compute_unit_price', args };
  }
  return { programName };
}

function token({ data, accounts, program }: ReadInstruction): Meaning {
  const programName = program === TOKEN_PROGRAM_ID ? 'SPL Token' : 'SPL Token 2022';
  const view = Buffer.from(data);
  const mint = accounts[1]?.address;
  if (view[0] !== SPL_TAGS.transferChecked || view.length !== 10 || !mint) return { programName };
  const [amount, decimals] = [view.readBigUInt64LE(1), view[9] ?? 0];
  return {
    programName,
    name: 'transfer_checked',
    accounts: ['source', 'mint', 'destination', 'authority'],
    args: { amount: amount.toString(), decimals: String(decimals) },
    amount: { mint, amount, decimals },
  };
}

function associatedToken({ data }: ReadInstruction): Meaning {
  const programName = 'Associated Token Account';
  if (data.length !== 1 || data[0] !== SPL_TAGS.createIdempotent) return { programName };
  const accounts = ['payer', 'associated_token_account', 'wallet', 'mint', 'system_program', 'token_program'];
  return { programName, name: 'create_idempotent', accounts };
}

function system({ data }: ReadInstruction): Meaning {
  const programName = 'System';
  const view = Buffer.from(data);
  if (view.length !== 12 || view.readUInt32LE(0) !== SPL_TAGS.systemTransfer) return { programName };
  const amount = view.readBigUInt64LE(4);
  return {
    programName,
    name: 'transfer',
    accounts: ['from', 'to'],
    args: { lamports: amount.toString() },
    amount: { mint: NATIVE_MINT, amount, decimals: NATIVE_DECIMALS },
  };
}
