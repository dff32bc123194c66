import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import type { AccountType } from '../../read/programs/types.ts';
import type { MirrorContext } from '../context.ts';

export type ProgramsContext = Pick<MirrorContext, 'programs' | 'cursors' | 'mirror'>;

/** @throws PROGRAM_NOT_FOUND */
export function programNamed({ programs }: Pick<MirrorContext, 'programs'>, program: string): ProgramReads {
  const found = programs?.get(program);
  if (found === undefined) throw new LaunchlensError('PROGRAM_NOT_FOUND', { program: shortened(program) });
  return found;
}

/** @throws ACCOUNT_TYPE_NOT_FOUND */
export function typeNamed({ program, types }: ProgramReads, type: string): AccountType {
  const found = types.get(type);
  if (found !== undefined) return found;
  throw new LaunchlensError('ACCOUNT_TYPE_NOT_FOUND', { program: program.name, type: shortened(type) });
}

const LONGEST_NAME = 64;

/** What a caller wrote is repeated, up to a bound. */
export function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
