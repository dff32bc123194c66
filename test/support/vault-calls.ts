import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';
import { unsignedColumn } from '../../core/olap/port.ts';
import type { Chain } from '../../fixtures/localnet/chain/chain.ts';
import { VAULT_PROGRAM } from '../../fixtures/localnet/keys/well-known.ts';
import { type ExecutedTransaction, transactionKeys } from '../../fixtures/localnet/ledger/executed.ts';

/** Only the vault logs data on the local chain, so that each such line is its own. */
const DATA = 'Program data: ';
const EVENT_TAG = 'e445a52e51cb9a1d';

/** What the vault executed and emitted, one line for each, sorted. */
export interface Calls {
  readonly instructions: readonly string[];
  readonly events: readonly string[];
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What the chain's own store has from `first` to `last`. */
export function callsOnChain(chain: Pick<Chain, 'transactions'>, first: bigint, last: bigint): Calls {
  const instructions: string[] = [];
  const events: string[] = [];
  for (let slot = first; slot <= last; slot += 1n) {
    for (const one of chain.transactions.ofSlot(slot)) {
      if (one.error) continue;
      const read = ofTransaction(one);
      instructions.push(...read.instructions);
      events.push(...read.events);
    }
  }
  return { instructions: instructions.toSorted(), events: events.toSorted() };
}

function ofTransaction(transaction: ExecutedTransaction): Calls {
  const { message, inner, logs, slot, indexInBlock, signature } = transaction;
  const keys = transactionKeys(transaction);
  const place = `${slot}/${indexInBlock} ${hex(signature)}`;
  const vaults = message.instructions.flatMap((outer, at) => {
    const called = inner.find(({ index }) => index === at)?.instructions ?? [];
    return [
      { ...outer, at: `${at}/0`, height: 1 },
      ...called.map((one, nth) => ({ ...one, at: `${at}/${nth + 1}`, height: one.stackHeight })),
    ].filter(({ programIdIndex }) => keys[programIdIndex] === VAULT_PROGRAM);
  });
  const carries = ({ data, height }: (typeof vaults)[number]): boolean =>
    height > 1 && hex(data).startsWith(EVENT_TAG);
  const logged = logs.filter((line) => line.startsWith(DATA)).map((line) => line.slice(DATA.length));
  return {
    instructions: vaults
      .filter((one) => !carries(one))
      .map(({ at, height, accounts, data }) => {
        const named = Array.from(accounts, (key) => hex(keys[key] ?? new Uint8Array()));
        return `${place} ${at} ${height} ${hex(data)} ${named.join('')}`;
      }),
    events: [
      ...vaults
        .filter(carries)
        .map(({ data }, nth) => `${place} cpi ${nth} ${hex(data).slice(EVENT_TAG.length)}`),
      ...logged.map((data, nth) => `${place} log ${nth} ${hex(Buffer.from(data, 'base64'))}`),
    ],
  };
}

const line = z.object({ line: z.string() });
const NEWEST = 2n ** 64n - 1n;

/** The same of the index, from all rows that count. */
export async function callsIndexed(
  olap: Pick<Olap, 'scanner'>,
  { first, last, revision = NEWEST }: { first: bigint; last: bigint; revision?: bigint },
): Promise<Calls> {
  const rows = async (table: string, identity: string, shown: string): Promise<readonly string[]> => {
    const sql = `SELECT concat(toString(slot), '/', toString(transaction_index), ' ', lower(hex(row.signature)), ' ', ${shown}) AS line
      FROM (SELECT * FROM ${table} WHERE slot BETWEEN {first:UInt64} AND {last:UInt64} AND revision <= {revision:UInt64}
        ORDER BY ${identity}, revision DESC LIMIT 1 BY ${identity}) AS row`;
    const found = await olap.scanner.query({ sql, parameters: { first, last, revision } }, line);
    return found.map((one) => one.line).toSorted();
  };
  return {
    instructions: await rows(
      'program_instructions',
      'slot, transaction_index, instruction_index, inner_index',
      `toString(instruction_index), '/', toString(inner_index), ' ', toString(stack_height), ' ', lower(hex(row.data)), ' ', lower(hex(row.accounts))`,
    ),
    events: await rows(
      'program_events',
      'slot, transaction_index, source, event_index',
      `toString(source), ' ', toString(event_index), ' ', lower(hex(row.data))`,
    ),
  };
}

const range = z.object({ from: unsignedColumn, to: unsignedColumn, source: z.string() });

/** The slots whose transactions the index has seen, in order, as far as `revision` vouches for them. */
export function transactionRanges(olap: Pick<Olap, 'scanner'>, revision = NEWEST) {
  const sql = `SELECT from_slot AS \`from\`, to_slot AS \`to\`, source FROM
    (SELECT * FROM transaction_coverage WHERE revision <= {revision:UInt64} ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot)
    WHERE to_slot >= from_slot ORDER BY from_slot`;
  return olap.scanner.query({ sql, parameters: { revision } }, range);
}
