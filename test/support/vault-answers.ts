import { z } from 'zod';
import { quoted } from '../../idl/anchor/program-tables.ts';
import { snakeCase } from '../../schemas/letter-case.ts';
import type { LedgerSlots } from './vault-ledger.ts';
import { restJson, timeText, type VaultCall, withoutNesting } from './vault-rows.ts';

/** What an API that follows the vault says of its instructions and events, always at one slot. */

const JSON_BODY = { 'content-type': 'application/json' };
const sqlAnswer = z.object({
  columns: z.array(z.object({ name: z.string() })),
  rows: z.array(z.array(z.unknown())),
  truncated: z.literal(false),
});
const page = {
  results: z.array(z.record(z.string(), z.unknown())),
  covered_from_slot: z.number().nullable(),
};
const restAnswer = z.object({ ...page, next_cursor: z.string().nullable() });
const connection = z.object({
  nodes: z.array(z.record(z.string(), z.unknown())),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
});

type Row = Readonly<Record<string, unknown>>;

async function post(url: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(body),
  });
  return await answer.json();
}

/** The rows of a query, by the names of their columns. */
export async function askSql(url: string, query: string, slot: bigint): Promise<readonly Row[]> {
  const answer = await post(url, '/api/v1/sql/', { query, as_of_slot: Number(slot) });
  const { columns, rows } = sqlAnswer.parse(answer);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

const RAW = (table: string, own: string): string => `SELECT slot, concat_ws(' ', slot, transaction_index,
    instruction_index, inner_index, signature, block_time, ${own}, if(undecodable = '', 'decoded', 'undecodable'),
    lower(hex(data))) AS line FROM launchlens_vault.${table}`;

/** Every instruction and event of these slots, those that do not decode as well, as one line each. */
export async function rawRowsBySql(url: string, { first, last }: LedgerSlots): Promise<readonly unknown[]> {
  const query = `SELECT line FROM (
    ${RAW('program_instructions', "stack_height, arrayStringConcat(accounts, ',')")}
    UNION ALL ${RAW('program_events', 'source, event_index')}) WHERE slot >= ${first}`;
  const rows = await askSql(url, query, last);
  return rows.map(({ line }) => line).toSorted();
}

/** The rows of one instruction or event, in the form of REST. */
export async function rowsBySql(url: string, { kind, of }: VaultCall, slot: bigint): Promise<readonly Row[]> {
  // Bytes are not text.
  const values = of.columns.map(({ name, layout }) =>
    layout.kind === 'bytes' ? `base64Encode(${quoted(name)}) AS ${quoted(name)}` : quoted(name),
  );
  const own =
    kind === 'events'
      ? ['source', 'event_index']
      : [...of.accounts.map(({ column }) => quoted(column)), 'remaining_accounts'];
  const place = ['slot', 'transaction_index', 'instruction_index', 'inner_index'];
  const order =
    kind === 'events' ? "(slot, transaction_index, source = 'cpi', event_index)" : `(${place.join(', ')})`;
  const query = `SELECT ${[...place, 'signature', 'block_time', ...own, ...values].join(', ')}
    FROM launchlens_vault.${quoted(of.table)} ORDER BY ${order} DESC`;
  const rows = await askSql(url, query, slot);
  return rows.map((row) => ({
    ...Object.fromEntries(['signature', ...place.slice(1)].map((name) => [name, row[name]])),
    ...{ slot: Number(row.slot), time: timeText(row.block_time === null ? null : Number(row.block_time)) },
    ...(kind === 'events'
      ? { source: row.source, event_index: row.event_index }
      : {
          accounts: Object.fromEntries(of.accounts.map(({ name, column }) => [name, row[column]])),
          remaining_accounts: row.remaining_accounts,
        }),
    data: Object.fromEntries(
      of.columns.map(({ name, field, layout }) => [field, restJson(layout, row[name])]),
    ),
  }));
}

/** The same by REST, page by page. */
export async function rowsByRest(
  url: string,
  { kind, of }: VaultCall,
  slot: bigint,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '200', as_of_slot: `${slot}`, ...(cursor && { cursor }) });
    const answer = await fetch(new URL(`/api/v1/programs/vault/${kind}/${of.name}/?${query}`, url));
    const { results, next_cursor } = restAnswer.parse(await answer.json());
    found.push(...results.map((row) => ({ ...row, data: withoutNesting(row.data) })));
    cursor = next_cursor;
  }
  return found;
}

/** The first slot from which all transactions are known, by REST. */
export async function coveredFrom(url: string): Promise<number | null> {
  const answer = await fetch(new URL('/api/v1/programs/vault/instructions/put/?limit=1', url));
  return restAnswer.parse(await answer.json()).covered_from_slot;
}

/** The same by GraphQL, page by page. */
export async function rowsByGraphql(
  url: string,
  { kind, of }: VaultCall,
  slot: bigint,
): Promise<readonly Row[]> {
  const own = kind === 'events' ? 'source eventIndex' : 'accounts remainingAccounts';
  const query = `query ($name: String!, $slot: Slot, $after: String) { vault {
    page: ${kind}(name: $name, asOfSlot: $slot, first: 200, after: $after) {
      nodes { slot time signature transactionIndex instructionIndex innerIndex ${own} data }
      pageInfo { hasNextPage endCursor } } } }`;
  const answered = z.object({ data: z.object({ vault: z.object({ page: connection }) }) });
  const found: Row[] = [];
  for (let after: string | null = null; ; ) {
    const variables: Row = { name: of.name, slot: Number(slot), after };
    const { nodes, pageInfo } = answered.parse(await post(url, '/graphql', { query, variables })).data.vault
      .page;
    found.push(...nodes.map(({ data, ...row }) => ({ ...snakeKeys(row), data: withoutNesting(data) })));
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
}

/** Fields of GraphQL as REST names them. */
export function snakeKeys(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value]));
}
