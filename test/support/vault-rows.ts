import type { InstructionAccount } from '../../idl/anchor/instruction-accounts.ts';
import type { Fields, Layout } from '../../idl/anchor/layout.ts';
import { LOCALNET_VAULT_ID } from '../../idl/localnet.ts';
import { anchorJson } from '../idl/anchor/anchor-values.ts';
import { vault } from './vault.ts';
import type { LedgerEvent, LedgerInstruction, LedgerPlace, VaultLedger } from './vault-ledger.ts';

/** The vault's instructions and events, each with its layout. */
export const VAULT_CALLS = (({ instructions, events }) => [
  ...instructions.map((of) => ({ kind: 'instructions' as const, of })),
  ...events.map((of) => ({ kind: 'events' as const, of })),
])(vault());
export type VaultCall = (typeof VAULT_CALLS)[number];

/** The rows of one instruction or event up to a slot, as REST must list them: newest first. */
export function expectedRows(ledger: VaultLedger, { kind, of }: VaultCall, slot: bigint): readonly unknown[] {
  const counts = (row: LedgerInstruction | LedgerEvent): boolean =>
    row.decoded?.name === of.name && row.slot <= slot;
  const rows = kind === 'events' ? ledger.events.filter(counts) : ledger.instructions.filter(counts);
  return rows.toSorted(newestFirst).map((row) => ({
    ...placeOf(row),
    ...('source' in row
      ? { source: row.source, event_index: row.eventIndex }
      : accountsOf(row, kind === 'events' ? [] : of.accounts)),
    data: anchorJson(of.layout, row.decoded?.data),
  }));
}

/** Every instruction and event, those that do not decode as well, as one line each. */
export function expectedRawRows({ instructions, events }: VaultLedger): readonly string[] {
  const lines = [...instructions, ...events].map((row) => {
    const { slot, transactionIndex, instructionIndex, innerIndex, signature, blockTime, data } = row;
    return [
      ...[slot, transactionIndex, instructionIndex, innerIndex, signature, blockTime],
      ...('source' in row ? [row.source, row.eventIndex] : [row.stackHeight, row.accounts.join()]),
      ...[row.decoded === undefined ? 'undecodable' : 'decoded', data.toString('hex')],
    ].join(' ');
  });
  return lines.toSorted();
}

/** Anchor names the program itself in place of an optional account that is left out. */
function accountsOf({ accounts }: LedgerInstruction, named: readonly InstructionAccount[]) {
  const entries = named.map(({ name, optional }, at) => {
    const key = accounts[at] ?? null;
    return [name, optional && key === LOCALNET_VAULT_ID ? null : key];
  });
  return { accounts: Object.fromEntries(entries), remaining_accounts: accounts.slice(named.length) };
}

function newestFirst(a: LedgerInstruction | LedgerEvent, b: LedgerInstruction | LedgerEvent): number {
  const [left, right] = [a, b].map((row) => [
    ...[row.slot, row.transactionIndex],
    ...('source' in row
      ? [Number(row.source === 'cpi'), row.eventIndex]
      : [row.instructionIndex, row.innerIndex]),
  ]);
  const at = left?.findIndex((value, index) => value !== right?.[index]) ?? -1;
  return (right?.[at] ?? 0) - (left?.[at] ?? 0);
}

function placeOf(row: LedgerPlace) {
  return {
    ...{ slot: row.slot, signature: row.signature, transaction_index: row.transactionIndex },
    time: timeText(row.blockTime),
    ...{ instruction_index: row.instructionIndex, inner_index: row.innerIndex },
  };
}

/** Unix seconds as REST writes them. */
export function timeText(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}

/** A value in JSON of SQL as REST has it. */
export function restJson(layout: Layout, value: unknown): unknown {
  const list = value as readonly unknown[];
  switch (layout.kind) {
    case 'float':
      return typeof value === 'string' ? value.replace('inf', 'Infinity').replace('nan', 'NaN') : value;
    case 'option':
      if (!Array.isArray(value)) return value;
      return value.length === 0 ? null : restJson(layout.inner, value[0]);
    case 'vector':
    case 'array':
      return list.map((one) => restJson(layout.inner, one));
    case 'struct':
      return fieldsJson(layout.fields, value);
    case 'enum': {
      const { variant: name, ...arrays } = value as { variant: string } & Record<string, unknown[]>;
      const fields = layout.variants.find((one) => one.name === name)?.fields;
      return fields?.items.length ? { [name]: fieldsJson(fields, arrays[name]?.[0]) } : name;
    }
    default:
      return value;
  }
}

function fieldsJson({ named, items }: Fields, value: unknown): unknown {
  if (!named && items.length > 0)
    return items.map(({ layout }, at) => restJson(layout, (value as readonly unknown[])[at]));
  const of = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(items.map(({ name, layout }) => [name, restJson(layout, of[name])]));
}

/** Anchor's coder cannot tell an option within an option from none. */
export function withoutNesting(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) =>
    value !== null && typeof value === 'object' && Object.keys(value).join() === 'some' ? value.some : value,
  );
}
