import { z } from 'zod';
import { pubkeyText } from '../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import { DISCRIMINATOR_BYTES } from './discriminators.ts';
import { findProgramAddress } from './pda.ts';
import type { Idl } from './schema.ts';

const bytes = z.array(z.int().min(0).max(255)).transform((values) => Uint8Array.from(values));
const seed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('const'), value: bytes }),
  z.object({ kind: z.literal('arg'), path: z.string() }),
  z.object({ kind: z.literal('account'), path: z.string() }),
]);
const account = z.object({
  name: z.string().min(1),
  writable: z.boolean().default(false),
  signer: z.boolean().default(false),
  address: pubkeyText.optional(),
  // Addresses of another program's accounts are not derived here.
  pda: z.object({ seeds: z.array(seed), program: z.undefined().optional() }).optional(),
});
const INTEGER_BYTES = { u8: 1, u16: 2, u32: 4, u64: 8, i64: 8 } as const;
const argument = z.object({ name: z.string().min(1), type: z.enum(['u8', 'u16', 'u32', 'u64', 'i64']) });
const instruction = z.object({
  name: z.string().min(1),
  discriminator: bytes.refine(({ length }) => length === DISCRIMINATOR_BYTES),
  accounts: z.array(account),
  args: z.array(argument),
});

/** One instruction of a program: its data and the accounts it names, in order. */
export type InstructionLayout = z.output<typeof instruction>;

export interface InstructionAccount {
  readonly name: string;
  readonly address: Pubkey;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** The input of an instruction. */
export interface InstructionValues {
  readonly programId: Pubkey;
  readonly args: Readonly<Record<string, bigint>>;
  /** Accounts that the IDL neither fixes nor derives. */
  readonly accounts: Readonly<Record<string, Pubkey>>;
  /** Fields of accounts that addresses are derived from, by path: `launch_config.launch_id`, a u64. */
  readonly fields: Readonly<Record<string, bigint>>;
}

/** The layout of one instruction; undefined if the IDL has none of that name. @throws IDL_MALFORMED */
export function instructionLayout(idl: Idl, name: string): InstructionLayout | undefined {
  return instructionLayouts(idl).find((layout) => layout.name === name);
}

/** Instructions whose accounts and arguments are supported here; others are skipped. */
export function instructionLayouts(idl: Idl): InstructionLayout[] {
  return idl.instructions.flatMap((declared) => {
    const parsed = instruction.safeParse(declared);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Discriminator and arguments. @throws IDL_INSTRUCTION_INCOMPLETE, U64_MALFORMED */
export function instructionData(layout: InstructionLayout, args: InstructionValues['args']): Uint8Array {
  const parts = layout.args.map(({ name, type }) => {
    const value = args[name];
    if (value === undefined) throw incomplete(layout, name);
    return integerBytes(name, value, type);
  });
  return Buffer.concat([layout.discriminator, ...parts]);
}

/** The arguments in an instruction's data, by name; undefined if the data is not that of the instruction. */
export function instructionArguments(
  { discriminator, args }: InstructionLayout,
  data: Uint8Array,
): ReadonlyMap<string, bigint> | undefined {
  const size = args.reduce((sum, { type }) => sum + INTEGER_BYTES[type], DISCRIMINATOR_BYTES);
  if (data.length !== size || Buffer.compare(data.subarray(0, DISCRIMINATOR_BYTES), discriminator) !== 0)
    return undefined;
  let at = DISCRIMINATOR_BYTES;
  const values = new Map<string, bigint>();
  for (const { name, type } of args) {
    values.set(name, integerAt(data.subarray(at, at + INTEGER_BYTES[type]), type));
    at += INTEGER_BYTES[type];
  }
  return values;
}

/** Every account that an instruction names, in order. @throws IDL_INSTRUCTION_INCOMPLETE */
export function instructionAccounts(
  layout: InstructionLayout,
  values: InstructionValues,
): InstructionAccount[] {
  const resolve = (name: string): Pubkey => {
    const declared = layout.accounts.find((candidate) => candidate.name === name);
    const given = values.accounts[name] ?? declared?.address;
    if (given !== undefined) return parsePubkey(given);
    if (declared?.pda === undefined) throw incomplete(layout, name);
    const seeds = declared.pda.seeds.map((one) => seedBytes(layout, values, one, resolve));
    return pubkeyFromBytes(findProgramAddress(seeds, pubkeyBytes(values.programId)).address);
  };
  return layout.accounts.map(({ name, signer, writable }) => ({
    name,
    signer,
    writable,
    address: resolve(name),
  }));
}

function seedBytes(
  layout: InstructionLayout,
  { args, fields }: InstructionValues,
  part: z.output<typeof seed>,
  resolve: (name: string) => Pubkey,
): Uint8Array {
  if (part.kind === 'const') return part.value;
  const declared = layout.args.find(({ name }) => name === part.path);
  const value = part.kind === 'arg' ? args[part.path] : fields[part.path];
  if (value !== undefined) return integerBytes(part.path, value, declared?.type ?? 'u64');
  if (part.kind === 'account' && !part.path.includes('.')) return pubkeyBytes(resolve(part.path));
  throw incomplete(layout, part.path);
}

function integerBytes(name: string, value: bigint, type: keyof typeof INTEGER_BYTES): Uint8Array {
  const size = INTEGER_BYTES[type];
  const held = type === 'i64' ? BigInt.asIntN(64, value) : BigInt.asUintN(size * 8, value);
  if (held !== value) throw new LaunchlensError('U64_MALFORMED', { name, value: value.toString() });
  const whole = Buffer.alloc(8);
  whole.writeBigUInt64LE(BigInt.asUintN(64, value));
  return whole.subarray(0, size);
}

function integerAt(part: Uint8Array, type: keyof typeof INTEGER_BYTES): bigint {
  const whole = Buffer.alloc(8);
  whole.set(part);
  return type === 'i64' ? whole.readBigInt64LE() : whole.readBigUInt64LE();
}

function incomplete({ name }: InstructionLayout, part: string): LaunchlensError {
  return new LaunchlensError('IDL_INSTRUCTION_INCOMPLETE', { instruction: name, part });
}
