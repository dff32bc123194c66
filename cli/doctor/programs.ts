import { counted } from '../../core/kernel/counted.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import { describeCoverage, readReport } from './coverage.ts';
import { lookUp } from './rpc.ts';

/** The configured programs, or a check that says why they cannot be followed. */
export async function programsFor(
  reading: Omit<CheckContext, 'signal' | 'programs'>,
  flags: ProgramFlags,
): Promise<{ readonly programs: readonly Program[]; readonly checks: readonly Check[] }> {
  try {
    const programs = await openPrograms(reading, flags, 'doctor');
    return { programs, checks: programs.map(checkOf) };
  } catch (error) {
    const run = (): Promise<never> => Promise.reject(error);
    return { programs: [], checks: [{ name: 'programs', run }] };
  }
}

function checkOf(program: Program): Check {
  return { name: program.name, run: (context) => examine(context, program) };
}

async function examine(context: CheckContext, program: Program): Promise<Finding> {
  const found = await lookUp(context, program.address, 'its address');
  if (!found.ok) return found;
  const { types, refused } = program;
  const kept = refused.length === 0 ? '' : `, ${refused.length} kept as bytes`;
  const what = `${program.address}, ${counted(types.length, 'account type')}${kept}`;
  const report = await readReport(context, program);
  if (report === undefined) return { ok: true, detail: what };
  const { detail, ...rest } = describeCoverage(report, context.settings);
  return { ...rest, detail: `${what}; ${detail}` };
}
