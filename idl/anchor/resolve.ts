import { isLaunchlensError, type LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type IdlDocument, refused } from './document.ts';
import { flattened, type InstructionAccount } from './instruction-accounts.ts';
import type { Layout, LayoutOf } from './layout.ts';
import { createResolver } from './resolver.ts';

/** Something that a program's bytes begin to tell: the first bytes, and the layout of what follows them. */
interface Told<Of extends Layout = Layout> {
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly layout: Of;
}

/** One type of account. */
export type AnchorAccount = Told;

/** One instruction, with the layout of its arguments. */
export interface AnchorInstruction extends Told<LayoutOf<'struct'>> {
  /** In the order in which the instruction names them, groups flattened. */
  readonly accounts: readonly InstructionAccount[];
}

/** One event, as programs log it or send it to themselves. */
export type AnchorEvent = Told;

/** What the IDL does not describe well enough to decode it: an account type, an instruction or an event. */
export interface Refused {
  readonly name: string;
  readonly refusal: LaunchlensError<'IDL_REFUSED'>;
}

/** A type of account that the IDL does not describe well enough to decode it. */
export type RefusedAccount = Refused;

/**
 * The accounts of an IDL with their layouts. A published IDL may describe one of its accounts badly, which says nothing
 * of the others. Types that no account uses are not looked at.
 */
export function accountsOf(idl: IdlDocument): readonly (AnchorAccount | RefusedAccount)[] {
  const resolver = createResolver(idl.types);
  return eachOf(idl.accounts, 'account', ({ name }) => ({ layout: resolver.type(name, `accounts.${name}`) }));
}

/** The instructions of an IDL; of a badly described one, as for accounts, why it cannot be decoded. */
export function instructionsOf(idl: IdlDocument): readonly (AnchorInstruction | Refused)[] {
  const resolver = createResolver(idl.types);
  return eachOf(idl.instructions, 'instruction', ({ name, accounts, args }) => {
    const path = `instructions.${name}`;
    return { layout: resolver.struct(name, args, path), accounts: flattened(accounts, `${path}.accounts`) };
  });
}

/** The events of an IDL, likewise. */
export function eventsOf(idl: IdlDocument): readonly (AnchorEvent | Refused)[] {
  const resolver = createResolver(idl.types);
  return eachOf(idl.events, 'event', ({ name, fields }) => {
    const path = `events.${name}`;
    return { layout: fields ? resolver.struct(name, fields, path) : resolver.type(name, path) };
  });
}

interface Declared {
  readonly name: string;
  readonly discriminator: readonly number[];
}

function eachOf<Item extends Declared, Read extends object>(
  items: readonly Item[],
  kind: string,
  read: (item: Item) => Read,
): readonly ((Read & Pick<Told, 'name' | 'discriminator'>) | Refused)[] {
  return items.map((item) => {
    const { name } = item;
    try {
      requireTellable(item, items, kind);
      return { name, discriminator: Uint8Array.from(item.discriminator), ...read(item) };
    } catch (error) {
      if (isLaunchlensError(error, 'IDL_REFUSED')) return { name, refusal: error };
      throw error;
    }
  });
}

/** Every account, instruction or event must be told from every other by its first bytes. */
function requireTellable({ name, discriminator }: Declared, all: readonly Declared[], kind: string): void {
  if (discriminator.length === 0) throw refused(name, `an empty discriminator matches every ${kind}`);
  if (all.filter((other) => other.name === name).length > 1) throw refused(name, 'it is declared twice');
  const startsWith = (longer: readonly number[], shorter: readonly number[]): boolean =>
    shorter.every((byte, at) => longer[at] === byte);
  const other = all.find(
    ({ name: theirs, discriminator: bytes }) =>
      theirs !== name && (startsWith(bytes, discriminator) || startsWith(discriminator, bytes)),
  );
  if (other) throw refused(name, `its discriminator cannot be told from that of ${other.name}`);
}

/** A refused part, with the bytes that tell it: its own bytes are kept. */
export type RefusedPart = Refused & { readonly discriminator: Uint8Array };

/** Those of the parts that cannot be decoded. */
export function refusedOf(
  parts: readonly (Refused | Told)[],
  declared: readonly Declared[],
): readonly RefusedPart[] {
  return parts.flatMap((part, at) =>
    'refusal' in part ? [{ ...part, discriminator: Uint8Array.from(declared[at]?.discriminator ?? []) }] : [],
  );
}
