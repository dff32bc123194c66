import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BorshAccountsCoder, type Idl } from '@coral-xyz/anchor';
import { createRandom } from '../../../fixtures/localnet/keys/random.ts';
import { drawPosition } from '../../../fixtures/localnet/program/vault/accounts.ts';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { type AnchorAccount, accountsOf } from '../../../idl/anchor/resolve.ts';
import { RowSink } from '../../../idl/anchor/row-sink.ts';
import { compileTranscoder } from '../../../idl/anchor/transcode.ts';
import { PLEDGE } from '../../../idl/escrow.ts';
import { decoderOf } from '../../../verifier/anchor/coder.ts';
import { parseIdl } from '../../../verifier/anchor/idl.ts';
import { type BenchRow, median } from '../support/row.ts';
import { updateBatch } from './accounts.ts';

const ACCOUNTS = 1024;
const ROUNDS = 15;

interface Contest {
  readonly name: string;
  readonly idl: string;
  readonly type: string;
  readonly accounts: readonly Buffer[];
  readonly goal: number;
}

/** The rows of any program's accounts against Anchor's coder: a type of variable size, and one of a fixed size. */
export function benchPrograms(): BenchRow[] {
  return [variable(), fixed()].map(rowFor);
}

function variable(): Contest {
  const random = createRandom('bench of programs');
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) =>
    Buffer.from(drawPosition(random, random.bytes(32), BigInt(at))),
  );
  return {
    name: 'of variable size',
    idl: 'fixtures/localnet/vault-program/vault.json',
    type: 'Position',
    accounts,
    goal: 10,
  };
}

function fixed(): Contest {
  const { bytes, dataAt } = updateBatch(PLEDGE, ACCOUNTS);
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) =>
    bytes.subarray(dataAt(at), dataAt(at) + PLEDGE.size),
  );
  return { name: 'of a fixed size', idl: 'idl/escrow.json', type: PLEDGE.name, accounts, goal: 60 };
}

function rowFor({ name, idl, type, accounts, goal }: Contest): BenchRow {
  const text = readFileSync(new URL(`../../../${idl}`, import.meta.url), 'utf8');
  const account = accountsOf(readIdl(text)).find(
    (each): each is AnchorAccount => each.name === type && 'layout' in each,
  );
  if (!account) throw new Error(`${idl} does not describe ${type}`);
  requireEqual(text, account, accounts);
  const coder = new BorshAccountsCoder(JSON.parse(text) as Idl);
  const transcode = compileTranscoder(account.layout, account.discriminator.length);
  const sink = new RowSink();
  const ours = (): void => {
    sink.length = 0;
    for (const bytes of accounts) transcode(bytes, sink);
  };
  const theirs = (): void => {
    for (const bytes of accounts) coder.decode(type, bytes);
  };
  const speeds = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.theirs.push(speed(theirs, 2));
    speeds.ours.push(speed(ours, 40));
  }
  const [best, other] = [median(speeds.ours), median(speeds.theirs)];
  return {
    ...{
      name: `rows of any program, ${name}`,
      baseline: 'Anchor BorshAccountsCoder.decode',
      unit: 'accounts/s',
    },
    ...{ ours: best, theirs: other, ratio: best / other, goal },
  };
}

/** Rows hold what `compileDecoder` says, which other tests prove; here it must be what Anchor's coder says. */
function requireEqual(text: string, account: AnchorAccount, accounts: readonly Buffer[]): void {
  const idl = parseIdl(text, 'the IDL');
  const theirs = decoderOf(idl, account);
  if (typeof theirs === 'string') throw new Error(theirs);
  const ours = compileDecoder(account.layout, account.discriminator.length);
  const transcode = compileTranscoder(account.layout, account.discriminator.length);
  for (const bytes of accounts) {
    deepStrictEqual(ours(bytes), { kind: 'decoded', ...theirs(bytes) });
    deepStrictEqual(transcode(bytes, new RowSink()), true);
  }
}

function speed(run: () => void, repeats: number): number {
  const start = process.hrtime.bigint();
  for (let repeat = 0; repeat < repeats; repeat += 1) run();
  return (ACCOUNTS * repeats * 1e9) / Number(process.hrtime.bigint() - start);
}
