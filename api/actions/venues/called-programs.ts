import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import {
  MEMO_PROGRAM_IDS,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '../../../idl/programs.ts';
import { ASSOCIATED_TOKEN_PROGRAM_ID, COMPUTE_BUDGET_PROGRAM_ID } from '../../../idl/spl-instructions.ts';
import type { ReadInstruction } from '../transactions/message.ts';

/** What a venue's transaction may call. */
export interface Callable {
  readonly programs: readonly Pubkey[];
  readonly programsSetting: string;
  /** Whether it must call one of them: nothing else proves that the venue takes part. */
  readonly callsProgram: boolean;
}

/** These can move anything: calling one does not prove that a venue takes part, even if it is configured. */
const MOVERS: readonly Pubkey[] = [
  ...[SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID],
  ...[ASSOCIATED_TOKEN_PROGRAM_ID, COMPUTE_BUDGET_PROGRAM_ID],
];
export const COMMON_PROGRAMS: readonly Pubkey[] = [...MOVERS, ...MEMO_PROGRAM_IDS];

/**
 * Transfer, and account creation at an address derived from the wallet. The others give accounts away, or never expire.
 */
const SYSTEM_INSTRUCTIONS: readonly number[] = [2, 3];
const ADVANCE_NONCE = 4;

/** The programs whose call proves that a venue takes part, and whose accounts are the venue's. */
export function ownPrograms({ programs }: Pick<Callable, 'programs'>): readonly Pubkey[] {
  return programs.filter((program) => !MOVERS.includes(program));
}

/**
 * Why a transaction of these instructions is refused because of its programs. Programs called by them are not visible.
 */
export function programProblem(
  instructions: readonly ReadInstruction[],
  callable: Callable,
): string | undefined {
  const { programsSetting: setting, callsProgram } = callable;
  const own = ownPrograms(callable);
  for (const instruction of instructions) {
    const { program } = instruction;
    const problem = program === SYSTEM_PROGRAM_ID ? systemProblem(instruction) : undefined;
    if (problem !== undefined) return problem;
    if (COMMON_PROGRAMS.includes(program) || own.includes(program)) continue;
    return `it calls the program ${program}, which ${setting} does not name`;
  }
  const called = instructions.some(({ program }) => own.includes(program));
  return callsProgram && !called ? `it calls no program that ${setting} names` : undefined;
}

function systemProblem({ data }: ReadInstruction): string | undefined {
  const tag = data.length < 4 ? undefined : Buffer.from(data).readUInt32LE();
  if (tag === ADVANCE_NONCE) return 'it would never expire';
  if (tag !== undefined && SYSTEM_INSTRUCTIONS.includes(tag)) return undefined;
  return 'it gives an instruction to the system program other than a transfer or a new account';
}
