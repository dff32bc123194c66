import { existsSync } from 'node:fs';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { defineProgram, type Program } from '../../idl/anchor/program.ts';
import type { Session } from '../session.ts';
import {
  CONFIG_FILE,
  ON_CHAIN,
  type ProgramSettings,
  programName,
  readConfigFile,
  wrong,
} from './config-file.ts';
import { idlInFile, idlOnChain } from './idl-text.ts';
import type { ProgramFlags } from './options.ts';

type Reading = Pick<Session, 'settings' | 'clock' | 'rpcLimit'>;

/**
 * The programs that a command follows: those of the configuration file, then that of the command line.
 * @throws PROGRAM_WRONG, IDL_FILE_UNREADABLE, IDL_NOT_ON_CHAIN, SETTING_MISSING and the errors of the node
 */
export async function openPrograms(
  reading: Reading,
  flags: ProgramFlags,
  command: string,
): Promise<readonly Program[]> {
  const programs: Program[] = [];
  for (const settings of configured(flags)) {
    const program = await openProgram(reading, settings, command);
    if (programs.some(({ name }) => name === program.name)) {
      throw wrong(`Program ${program.address}`, `another program is named "${program.name}"`);
    }
    programs.push(program);
  }
  return programs;
}

/** Whether a command's options or its directory name programs. */
export function followsPrograms(flags: ProgramFlags): boolean {
  return configured(flags).length > 0;
}

function configured({ program: address, idl, name, config }: ProgramFlags): readonly ProgramSettings[] {
  const path = config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  const listed = path === undefined ? [] : readConfigFile(path);
  if (address === undefined) {
    if (idl !== undefined || name !== undefined) throw wrong('--idl and --name', 'they go with --program');
    return listed;
  }
  if (idl === undefined) throw wrong('--program', 'it needs --idl, with a file or `on-chain`');
  return [...listed, { address, idl, name, filters: [] }];
}

async function openProgram(
  reading: Reading,
  { address, idl, name, ...selection }: ProgramSettings,
  command: string,
): Promise<Program> {
  const where = `Program ${name ?? address}`;
  try {
    const idlText = idl === ON_CHAIN ? await idlOnChain(reading, address, command) : idlInFile(idl);
    const program = defineProgram({ name: name ?? '', address, idlText, ...selection });
    const own = name ?? nameOf(program.idl.document.name, where);
    requireKnown(program, where);
    requireReadable(program, where);
    return name === undefined ? defineProgram({ name: own, address, idlText, ...selection }) : program;
  } catch (error) {
    if (!isLaunchlensError(error, 'IDL_REFUSED')) throw error;
    throw wrong(`${where}: its IDL`, `${error.context.path}: ${error.context.reason}`, error);
  }
}

/** An IDL may be named in any case. */
function nameOf(idlName: string, where: string): string {
  const name = programName.safeParse(idlName.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase());
  if (name.success) return name.data;
  throw wrong(`${where}: its name`, `give it one, since the IDL's, "${idlName}", cannot be used`);
}

/** Where nothing decodes, the IDL is the mistake. */
function requireReadable({ types, refused: [first] }: Program, where: string): void {
  if (types.length > 0 || first === undefined) return;
  const { path, reason } = first.refusal.context;
  throw wrong(`${where}: its IDL`, `none of its account types decodes: ${path}: ${reason}`);
}

function requireKnown(program: Program, where: string): void {
  const { types, refused, accounts, selected } = program;
  requireAll(where, { setting: 'accounts', kind: 'account type' }, accounts, [...types, ...refused]);
  const { instructions, refusedInstructions, events, refusedEvents } = program;
  requireAll(where, { setting: 'instructions', kind: 'instruction' }, selected.instructions, [
    ...instructions,
    ...refusedInstructions,
  ]);
  requireAll(where, { setting: 'events', kind: 'event' }, selected.events, [...events, ...refusedEvents]);
}

function requireAll(
  where: string,
  { setting, kind }: { readonly setting: string; readonly kind: string },
  names: readonly string[] = [],
  declared: readonly { readonly name: string }[] = [],
): void {
  const known = declared.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw wrong(
    `${where}: ${setting}`,
    `the IDL has no ${kind} "${unknown}", only ${known.join(', ') || 'none'}`,
  );
}
