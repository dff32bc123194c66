import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { loggedData } from '../../../indexer/decode/transactions/logged-data.ts';
import type { Transaction } from '../../../indexer/model/source.ts';

const OURS = '88a4hXfo3STPcNciKmoHSUhuxwCtdiB1u9wkBeunexUE';
const OTHER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** Checks signatures, and logs nothing. */
const SILENT = 'Ed25519SigVerify111111111111111111111111111';
const KEYS = [OURS, OTHER, SILENT];

/** @param calls The program of each instruction, followed by those that it called */
function transaction(calls: readonly (readonly string[])[], logs: readonly string[]): Transaction {
  const call = (program: string, outer: number, inner: number) => ({
    program: KEYS.indexOf(program),
    accounts: new Uint8Array(),
    data: new Uint8Array(),
    ...{ outer, inner, height: inner === 0 ? 1 : 2 },
  });
  return {
    ...{ slot: 1n, index: 0, failed: false, preTokenBalances: [], postTokenBalances: [] },
    signature: new Uint8Array(64),
    accountKeys: KEYS.map(pubkeyBytes),
    instructions: calls.flatMap((programs, outer) => programs.map((one, inner) => call(one, outer, inner))),
    logs: logs.map((line) => Buffer.from(line)),
  };
}

const data = (text: string): string => `Program data: ${Buffer.from(text).toString('base64')}`;
const invoke = (program: string, depth = 1): string => `Program ${program} invoke [${depth}]`;
const success = (program: string): string => `Program ${program} success`;

function read(calls: readonly (readonly string[])[], logs: readonly string[]) {
  const { data: lines, truncated } = loggedData(transaction(calls, logs), OURS);
  return { truncated, lines: lines.map(({ bytes, outer, inner }) => `${bytes} ${outer}/${inner}`) };
}

describe('data in the log', () => {
  test('belongs to the program that is running, before and after what it calls', () => {
    const logs = [
      ...[invoke(OURS), data('a'), invoke(OTHER, 2), data('not ours'), success(OTHER), data('b')],
      ...[invoke(OURS, 2), data('c'), success(OURS), data('d'), success(OURS), data('of nobody')],
      ...[invoke(OTHER), invoke(OURS, 2), data('e'), success(OURS), data('not ours'), success(OTHER)],
    ];
    expect(read([[SILENT], [OURS, OTHER, OURS], [OTHER, OURS]], logs)).toEqual({
      truncated: false,
      lines: ['a 1/0', 'b 1/0', 'c 1/2', 'd 1/0', 'e 2/1'],
    });
  });

  test('cannot be imitated by what a program logs as text', () => {
    const logs = [invoke(OTHER), `Program log: ${invoke(OURS, 2)}`, data('not ours'), success(OTHER)];
    expect(read([[OTHER]], logs).lines).toEqual([]);
  });

  test('ends where the node cut the log', () => {
    const logs = [invoke(OURS), data('a'), 'Log truncated', data('b')];
    expect(read([[OURS]], logs)).toEqual({ truncated: true, lines: ['a 0/0'] });
  });
});
