import { z } from 'zod';
import { identifier, refused } from './document.ts';

/** One account that an instruction names. */
export interface InstructionAccount {
  /** Of an account in groups, after their names: `group_account`. */
  readonly name: string;
  /** The program's own address stands for one that is left out, and those at the end may be missing. */
  readonly optional: boolean;
}

/** One byte names an account of a transaction. */
const MOST_ACCOUNTS = 256;

/** Anchor before 0.30 spelled it `isOptional`. */
const account = z.object({
  name: identifier,
  optional: z.boolean().optional(),
  isOptional: z.boolean().optional(),
});
const group = z.object({ name: identifier, accounts: z.array(z.unknown()) });
const entry = z.union([group, account]);

/** The accounts of an instruction in order, those of groups in their place. @throws IDL_REFUSED */
export function flattened(declared: readonly unknown[], path: string): readonly InstructionAccount[] {
  const accounts = declared.flatMap((one, at) => accountsOf(one, '', `${path}.${at}`));
  if (accounts.length > MOST_ACCOUNTS) throw refused(path, `an instruction has at most ${MOST_ACCOUNTS}`);
  const names = accounts.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refused(path, `${twice} is declared twice`);
  return accounts;
}

function accountsOf(json: unknown, prefix: string, path: string): readonly InstructionAccount[] {
  const { data: one } = entry.safeParse(json);
  if (!one) throw refused(path, 'it is neither an account nor a group of accounts');
  const name = `${prefix}${one.name}`;
  if ('accounts' in one)
    return one.accounts.flatMap((each, at) => accountsOf(each, `${name}_`, `${path}.${at}`));
  return [{ name, optional: one.optional ?? one.isOptional ?? false }];
}
