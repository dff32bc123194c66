import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { againAfter } from './failure.ts';
import { askRest, at } from './http.ts';
import { nextAskMs } from './newest.ts';
import { amount, instant, integer, pubkey } from './scalars.ts';

export const source = z.object({ last_indexed_slot: integer, slot_time: instant.nullable() });

const programShape = z.object({
  name: z.string(),
  address: pubkey,
  idl_sha256: z.string(),
  last_indexed_slot: integer.nullable(),
  accounts: z.array(z.object({ type: z.string(), count: integer, undecodable: integer })),
  instructions: z.array(z.string()),
  events: z.array(z.string()),
  transactions_covered_from_slot: integer.nullable(),
  unknown_accounts: integer,
});
export type ProgramRow = z.output<typeof programShape>;
const programsShape = z.object({ source, results: z.array(programShape) });

const accountShape = z.object({
  address: pubkey,
  type: z.string(),
  lamports: amount,
  updated_slot: integer,
  data: z.unknown(),
  undecodable: z.string().nullable(),
});
export type AccountRow = z.output<typeof accountShape>;
const accountsShape = z.object({
  source,
  count: integer,
  undecodable: integer,
  next_cursor: z.string().nullable(),
  results: z.array(accountShape),
});
const detailShape = z.object({ source, account: accountShape });

const changeShape = z.object({
  slot: integer,
  lamports: amount,
  data: z.unknown(),
  closed: z.boolean(),
});
export type AccountChangeRow = z.output<typeof changeShape>;
const historyShape = z.object({
  source,
  next_cursor: z.string().nullable(),
  results: z.array(changeShape),
});

/** Everything about programs is under this key. */
export const PROGRAMS_KEY = ['programs'] as const;

/** The followed programs. */
export function usePrograms() {
  return useQuery({
    queryKey: [...PROGRAMS_KEY],
    queryFn: ({ signal }) => askRest({ path: '/programs/', shape: programsShape, signal }),
    refetchInterval: ({ state: { error } }) => nextAskMs({ slot: undefined, error, moves: false }),
  });
}

export interface TypeKey {
  readonly program: string;
  readonly type: string;
}

function pathOf({ program, type }: TypeKey): `/${string}` {
  return `/programs/${encodeURIComponent(program)}/accounts/${encodeURIComponent(type)}/`;
}

/** The accounts of a type that meet the conditions, as a file, at exactly one slot. */
export function accountsFile(key: TypeKey, ending: string, { slot, where }: AccountsFile): string {
  const query = new URLSearchParams({ as_of_slot: `${slot}`, ...(where && { where }) });
  return at(`api/v1${pathOf(key).replace(/\/$/, '')}.${ending}?${query}`).href;
}

interface AccountsFile {
  readonly slot: bigint;
  /** JSON. */
  readonly where: string | undefined;
}

export interface AccountsAsked {
  /** JSON. */
  readonly where: string | undefined;
  readonly order: string | undefined;
  /** Where the page continues; undefined for the first, which follows the chain. */
  readonly after: string | undefined;
}

/** A page of the accounts of a type. */
export function useAccounts(key: TypeKey, { where, order, after }: AccountsAsked) {
  const given = { limit: '50', ...(where && { where }), ...(order && { order_by: order }) };
  const query = new URLSearchParams({ ...given, ...(after && { cursor: after }) });
  return useQuery({
    queryKey: [...PROGRAMS_KEY, key, `${query}`],
    queryFn: ({ signal }) => askRest({ path: `${pathOf(key)}?${query}`, shape: accountsShape, signal }),
    refetchInterval: ({ state: { error } }) =>
      after === undefined ? nextAskMs({ slot: undefined, error, moves: false }) : againAfter(error),
    placeholderData: keepPreviousData,
  });
}

export interface AccountKey extends TypeKey {
  readonly address: string;
}

/** One account as it is. */
export function useAccount({ address, ...key }: AccountKey) {
  return useQuery({
    queryKey: [...PROGRAMS_KEY, key, address],
    queryFn: ({ signal }) => askRest({ path: `${pathOf(key)}${address}/`, shape: detailShape, signal }),
    refetchInterval: ({ state: { error } }) => nextAskMs({ slot: undefined, error, moves: false }),
  });
}

/** A page of the slots in which an account changed, newest first. */
export function useAccountHistory({ address, ...key }: AccountKey, after: string | undefined) {
  const query = new URLSearchParams({ limit: '20', ...(after && { cursor: after }) });
  return useQuery({
    queryKey: [...PROGRAMS_KEY, key, address, 'history', after],
    queryFn: ({ signal }) =>
      askRest({ path: `${pathOf(key)}${address}/history/?${query}`, shape: historyShape, signal }),
    refetchInterval: ({ state: { error } }) =>
      after === undefined ? nextAskMs({ slot: undefined, error, moves: false }) : againAfter(error),
    placeholderData: keepPreviousData,
  });
}
