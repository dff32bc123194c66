import { counted } from '../../core/kernel/counted.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Program } from '../../idl/anchor/program.ts';
import { callOperator, findOperator, type Operator } from '../operator/call.ts';
import { openPrograms } from '../programs/open.ts';
import type { ProgramFlags } from '../programs/options.ts';
import type { Check, CheckContext, Finding } from './check.ts';
import { describeCoverage, fromStore } from './coverage.ts';
import { PROGRAMS_COMMAND, type ProgramReport, programReport, reportProgram } from './program-report.ts';
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
  const report = await fromStore(context, {
    opened: (olap) => reportProgram(olap, program.name, context.clock),
    held: async (operator) => (await askPrograms(operator, context.signal, program.name))[0],
  });
  if (report === undefined) return { ok: true, detail: what };
  const { detail, ...rest } = describeProgram(report, context.settings);
  return { ...rest, detail: `${what}; ${detail}` };
}

/** Programs that the process next to the doctor follows, and that the doctor was not told of. */
export async function programsBeside(context: CheckContext): Promise<readonly Check[]> {
  const { settings, programs, signal } = context;
  const named = new Set(programs.map(({ name }) => name));
  try {
    const operator = await findOperator(settings.DATA_DIR);
    const reports = operator ? await askPrograms(operator, signal) : [];
    return reports
      .filter(({ name }) => !named.has(name))
      .map((report) => ({ name: report.name, run: async () => describeProgram(report, settings) }));
  } catch (error) {
    // What is wrong with that process is said by the check of its store.
    if (isLaunchlensError(error)) return [];
    throw error;
  }
}

async function askPrograms(
  operator: Operator,
  signal: AbortSignal,
  program?: string,
): Promise<readonly ProgramReport[]> {
  const input = program === undefined ? {} : { program };
  const reports: ProgramReport[] = [];
  for await (const line of callOperator(operator, { name: PROGRAMS_COMMAND, input, signal }))
    reports.push(programReport.parse(line));
  return reports;
}

/** The line about the index of a program. */
function describeProgram(
  { coverage, undecodable, transactions_from: from }: ProgramReport,
  settings: Parameters<typeof describeCoverage>[1],
): Finding {
  const { detail, ...rest } = describeCoverage(coverage, settings);
  if (coverage === null) return { ...rest, detail };
  const transactions =
    from === null ? 'some transactions may be missing' : `every transaction since slot ${from}`;
  const unread = undecodable === 0 ? '' : `, ${counted(undecodable, 'account')} not decodable`;
  return { ...rest, detail: `${detail}; ${transactions}${unread}` };
}
