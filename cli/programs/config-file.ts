import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { base58 } from '@scure/base';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { isPubkey } from '../../core/kernel/pubkey.ts';

export const CONFIG_FILE = 'launchlens.toml';
/** In place of a file: the IDL is read from the chain. */
export const ON_CHAIN = 'on-chain';

/** What a node accepts to compare. */
const MOST_COMPARED_BYTES = 128;

const compared = z.string().refine((text) => {
  try {
    const { length } = base58.decode(text);
    return length > 0 && length <= MOST_COMPARED_BYTES;
  } catch {
    return false;
  }
}, `bytes must be base58 of 1 to ${MOST_COMPARED_BYTES} bytes`);

const filter = z.union(
  [
    z.strictObject({ data_size: z.int().min(0) }).transform((one) => ({ dataSize: one.data_size })),
    z.strictObject({ memcmp: z.strictObject({ offset: z.int().min(0), bytes: compared }) }),
  ],
  'a filter is { data_size = N } or { memcmp = { offset = N, bytes = "<base58>" } }',
);

export const programName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,31}$/,
    'a name has 1 to 32 small letters, digits and underscores, a letter first',
  );
const programAddress = z.string().refine(isPubkey, 'an address is base58 of 32 bytes');

const program = z.strictObject({
  name: programName.optional(),
  address: programAddress,
  idl: z.string().min(1),
  accounts: z.array(z.string()).min(1).optional(),
  instructions: z.array(z.string()).optional(),
  events: z.array(z.string()).optional(),
  filters: z.array(filter).max(4).default([]),
});
const file = z.strictObject({ program: z.array(program).max(32).default([]) });

/** One program as its owner configures it. */
export type ProgramSettings = z.output<typeof program>;

/** The programs of a configuration file. Paths of IDLs start at its directory. @throws PROGRAM_WRONG */
export function readConfigFile(path: string): readonly ProgramSettings[] {
  const found = file.safeParse(tomlOf(path));
  if (!found.success) {
    const [issue] = found.error.issues;
    const where = [path, ...(issue?.path ?? []).map(partText)].join(': ');
    throw wrong(where, issue?.message ?? 'its shape is unknown');
  }
  return found.data.program.map((one) => ({
    ...one,
    idl: one.idl === ON_CHAIN ? one.idl : resolve(dirname(path), one.idl),
  }));
}

/** Positions count from 1 for people. */
function partText(part: PropertyKey): string {
  return typeof part === 'number' ? `number ${part + 1}` : String(part);
}

function tomlOf(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw wrong(path, missing ? 'there is no such file' : `${cause}`, cause);
  }
  try {
    return parse(text);
  } catch (cause) {
    const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw wrong(path, line, cause);
  }
}

export function wrong(where: string, reason: string, cause?: unknown): LaunchlensError<'PROGRAM_WRONG'> {
  return new LaunchlensError('PROGRAM_WRONG', { where, reason: reason.replace(/\.$/, '') }, cause);
}
