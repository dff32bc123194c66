import { expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { LOCALNET_VAULT_ID } from '../../../idl/localnet.ts';
import {
  callSelection,
  TransactionDecoder,
} from '../../../indexer/decode/transactions/transaction-decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { INCOMPLETE_TRANSACTIONS } from '../../../indexer/model/tables.ts';
import { vault } from '../../support/vault.ts';

const OTHER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const { discriminator } = vault().instructions.find(({ name }) => name === 'close') ?? expect.unreachable();
const INVOKED = [`Program ${LOCALNET_VAULT_ID} invoke [1]`, `Program ${LOCALNET_VAULT_ID} success`];

/** A transaction in which one of the programs that it names runs. @param ran Position of the program */
function transaction({ ran = 0, logs = INVOKED, ...of }: Changes = {}): Transaction {
  const call = {
    program: ran,
    accounts: Uint8Array.of(0, 0, 0, 0),
    data: discriminator,
    outer: 0,
    inner: 0,
    height: 1,
  };
  return {
    ...{ slot: 7n, index: 3, failed: false, preTokenBalances: [], postTokenBalances: [] },
    signature: new Uint8Array(64).fill(9),
    accountKeys: [LOCALNET_VAULT_ID, OTHER].map(pubkeyBytes),
    instructions: [call],
    logs: logs?.map((line) => Buffer.from(line)),
    ...of,
  };
}

interface Changes extends Partial<Omit<Transaction, 'logs'>> {
  readonly ran?: number;
  readonly logs?: readonly string[] | null;
}

/** The reasons that are recorded of a transaction, and how many instructions. */
function written(of: Transaction, program = vault()) {
  const into = new SlotBuffer();
  new TransactionDecoder(program.address, callSelection(program)).write(of, into);
  const { incomplete, instructions } = into.calls;
  const { reason, slot, transaction_index: place, signature } = INCOMPLETE_TRANSACTIONS.byName;
  const rows = Array.from({ length: incomplete.rows }, (_, row) => row);
  for (const row of rows) {
    expect(incomplete.i64(slot, row)).toBe(7n);
    expect(incomplete.u32(place, row)).toBe(3);
    expect(incomplete.bytes(signature, row)).toEqual(Buffer.alloc(64, 9));
  }
  return {
    reasons: rows.map((row) => incomplete.bytes(reason, row).toString()),
    instructions: instructions.rows,
  };
}

test.each<[string, Changes, string[]]>([
  ['of which everything is kept', {}, []],
  ['whose log was cut short', { logs: [INVOKED[0] ?? '', 'Log truncated'] }, ['log truncated']],
  ['of which no log was kept', { logs: null }, ['no log']],
  ['of which nothing called was kept', { innerRecorded: false }, ['no inner instructions']],
  ['of which neither was kept', { innerRecorded: false, logs: null }, ['no inner instructions', 'no log']],
])('a transaction %s', (_, changes, reasons) => {
  expect(written(transaction(changes))).toEqual({ reasons, instructions: 1 });
});

test.each<[string, Changes, string[]]>([
  ['lacks nothing of a program that did not run', { ran: 1, logs: null }, []],
  ['lacks nothing of it when the log of others was cut', { ran: 1, logs: ['Log truncated'] }, []],
  [
    'may lack what a program called',
    { ran: 1, innerRecorded: false, logs: null },
    ['no inner instructions', 'no log'],
  ],
])('a transaction that only names the program %s', (_, changes, reasons) => {
  expect(written(transaction(changes))).toEqual({ reasons, instructions: 0 });
});

test('a log that is not read cannot be incomplete', () => {
  const program = vault({ events: [] });
  expect(written(transaction({ logs: null }), program).reasons).toEqual([]);
  expect(written(transaction({ innerRecorded: false }), program).reasons).toEqual(['no inner instructions']);
});

test('nothing is recorded of a transaction that failed', () => {
  expect(written(transaction({ failed: true, logs: null }))).toEqual({ reasons: [], instructions: 0 });
});
