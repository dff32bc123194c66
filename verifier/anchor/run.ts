import { createHash, randomInt } from 'node:crypto';
import { createChain } from '../chain/queries.ts';
import { createRpc } from '../chain/rpc.ts';
import { quote, usageFailure } from '../cli/arguments.ts';
import type { Outcome } from '../cli/process.ts';
import { asFailure, foreignText } from '../failure.ts';
import type { Palette } from '../report/palette.ts';
import { type CheckedType, type Compared, checkAccounts, checkType, listType, type Sides } from './check.ts';
import { decoderOf } from './coder.ts';
import { type Idl, parseIdl } from './idl.ts';
import { readIdlText } from './idl-text.ts';
import { createIndexApi, type FollowedProgram } from './index-api.ts';
import { type Options, readOptions, splitOptions, USAGE } from './options.ts';
import { humanReport, isEmpty, isEqual, isPartial, jsonFailure, jsonReport, type Result } from './report.ts';
import { sampleOf } from './sample.ts';

/** The whole program: takes a command line, returns the output and the exit code. */
export async function run(argv: readonly string[], palette: Palette): Promise<Outcome> {
  const json = argv.includes('--json');
  let options: Options | undefined;
  try {
    const given = splitOptions(argv);
    if (given.flags.has('help')) return { exit: 0, stdout: USAGE, stderr: '' };
    options = readOptions(given, () => randomInt(4_294_967_296));
    const result = await verify(options);
    const stdout = json ? jsonReport(options, result) : humanReport(options, result, palette);
    return { exit: exitOf(result), stdout, stderr: '' };
  } catch (error) {
    const failure = asFailure(error);
    const stderr = `verify-anchor-accounts: ${failure.message}`;
    return { exit: failure.exit, stdout: json ? jsonFailure(options, failure) : '', stderr };
  }
}

function exitOf(result: Result): Outcome['exit'] {
  if (!isEqual(result)) return 1;
  if (isPartial(result)) return 2;
  return isEmpty(result) ? 3 : 0;
}

async function verify(options: Options): Promise<Result> {
  const { api, rpc, commitment, timeoutMs, scope } = options;
  const index = createIndexApi({ api, timeoutMs });
  const program = programNamed(await index.programs(), options.program);
  const chain = createChain(createRpc({ url: rpc, timeoutMs }), { commitment, timeoutMs });
  const text = await readIdlText(options.idl, chain, program.address);
  const from = options.idl === 'on-chain' ? 'the IDL on chain' : options.idl;
  const types = typesOf(parseIdl(text, from), from, program, options.type);
  const sides: Sides = { chain, index, program, types };
  const counts: Result['counts'][number][] = [];
  const accounts: Compared[] = [];
  if (scope.kind === 'named') accounts.push(...(await checkAccounts(sides, scope.addresses)));
  if (scope.kind === 'all') for (const type of types) accounts.push(...(await checkType(sides, type)));
  if (scope.kind === 'sample') {
    for (const type of types) {
      const { addresses, indexed, slot } = await listType(sides, type);
      counts.push({ type: type.name, slot, chain: addresses.length, index: indexed });
      accounts.push(...(await checkAccounts(sides, sampleOf(addresses, scope.size, scope.seed))));
    }
  }
  const unsupported = types.flatMap(({ name, decode }) =>
    typeof decode === 'string' ? [[name, decode] as const] : [],
  );
  return { program, accounts, counts, unsupported: new Map(unsupported), notes: notesOn(text, program) };
}

function programNamed(programs: readonly FollowedProgram[], wanted: string): FollowedProgram {
  const found = programs.find(({ name, address }) => name === wanted || address === wanted);
  if (found) return found;
  const names = programs.map(({ name }) => foreignText(name)).join(', ');
  const follows = names === '' ? 'no programs' : `only ${names}`;
  throw usageFailure(
    `the API follows ${follows}, not ${quote(wanted)}. Follow it with \`launchlens up --program\``,
  );
}

/** The types that are followed and that the IDL describes. */
function typesOf(
  idl: Idl,
  from: string,
  program: FollowedProgram,
  only: string | undefined,
): readonly CheckedType[] {
  if (idl.address !== undefined && idl.address !== program.address) {
    throw usageFailure(
      `${from} is the IDL of ${foreignText(idl.address)}, and ${program.name} is ${program.address}. Pass the IDL of that program`,
    );
  }
  if (only !== undefined && !program.types.includes(only)) {
    throw usageFailure(
      `the API follows no account type ${quote(only)} of ${program.name}, only ${program.types.join(', ')}`,
    );
  }
  const missing = program.types.find(
    (type) => (only ?? type) === type && !idl.accounts.some(({ name }) => name === type),
  );
  if (missing !== undefined) {
    throw usageFailure(
      `${from} describes no account type ${quote(missing)}, which the API follows. Pass a newer IDL, or another --type`,
    );
  }
  const wanted = idl.accounts.filter(({ name }) =>
    only === undefined ? program.types.includes(name) : name === only,
  );
  const nameless = wanted.find(({ discriminator }) => discriminator.length === 0);
  if (nameless) {
    throw usageFailure(
      `${from} gives accounts of type ${quote(nameless.name)} no discriminator, so nobody can tell them. Pass another --type`,
    );
  }
  return wanted.map((type) => ({ ...type, decode: decoderOf(idl, type) }));
}

/** Two IDLs may describe the same accounts, so that another one is worth a word and no more. */
function notesOn(text: string, { idlSha256 }: FollowedProgram): readonly string[] {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return sha256 === idlSha256
    ? []
    : ['The API decodes with another copy of the IDL, whose SHA-256 differs from yours.'];
}
