import { zstdCompressSync } from 'node:zlib';
import { base58 } from '@scure/base';
import type { HttpAnswer } from '../../../core/rpc/post.ts';
import { mutated } from './mutate.ts';
import { jsonText, mutatedJson } from './mutate-json.ts';
import type { Random } from './random.ts';

export interface FedAnswer extends HttpAnswer {
  /** Whether it is the result as a node writes it. */
  readonly whole: boolean;
}

/** An answer of a node: the result, whole or damaged; an error; a page of something else. */
export function rpcAnswer(random: Random, result: unknown): FedAnswer {
  if (random.once(5)) {
    return { status: 200, retryAfter: null, body: jsonText({ jsonrpc: '2.0', id: 1, result }), whole: true };
  }
  const status = random.once(20) ? random.pick([200, 204, 400, 403, 429, 500, 503]) : 200;
  const retryAfter = random.once(20)
    ? random.pick(['1', '-1', '9'.repeat(30), 'Wed, 21 Oct 2026 07:28:00 GMT', random.text(9)])
    : null;
  return { status, retryAfter, body: bodyOf(random, result), whole: false };
}

function bodyOf(random: Random, result: unknown): string {
  const envelope = random.once(12)
    ? {
        jsonrpc: '2.0',
        id: 1,
        error: { code: random.pick([-32_016, -32_005, -32_004, 0]), message: random.text(30) },
      }
    : { jsonrpc: '2.0', id: 1, result };
  if (random.once(20)) return random.text(200);
  return random.once(9)
    ? mutated(Buffer.from(jsonText(envelope)), random).toString()
    : mutatedJson(envelope, random);
}

/** Unpacks to far more than any account holds. */
const BOMB = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64');

function dataOf(random: Random, packed: boolean): readonly [string, string] {
  const bytes = random.bytes(random.below(200));
  if (!packed) return [bytes.toString('base64'), 'base64'];
  return [zstdCompressSync(bytes).toString('base64'), 'base64+zstd'];
}

/** An account that asks for the memory of the reader. */
export const bombedAccount = (random: Random) => ({ ...rpcAccount(random), data: [BOMB, 'base64+zstd'] });

export function rpcAccount(random: Random, packed = false) {
  return {
    data: dataOf(random, packed),
    executable: false,
    lamports: random.u64(),
    owner: base58.encode(random.bytes(32)),
    rentEpoch: 2n ** 64n - 1n,
    space: 165,
  };
}

export function rpcTransaction(random: Random) {
  const key = () => base58.encode(random.bytes(32));
  const keys = Array.from({ length: 1 + random.below(4) }, key);
  const instruction = () => ({
    programIdIndex: random.below(keys.length),
    accounts: Array.from({ length: random.below(4) }, () => random.below(keys.length)),
    data: base58.encode(random.bytes(random.below(12))),
    stackHeight: null,
  });
  const balance = () => ({
    accountIndex: random.below(keys.length),
    mint: key(),
    owner: random.once(4) ? undefined : key(),
    uiTokenAmount: { amount: `${random.u64()}`, decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' },
  });
  return {
    slot: random.u64(),
    blockTime: random.once(4) ? null : 1_790_000_000,
    transaction: {
      message: {
        accountKeys: keys,
        instructions: Array.from({ length: random.below(4) }, instruction),
        recentBlockhash: key(),
      },
      signatures: [base58.encode(random.bytes(64))],
    },
    meta: {
      err: random.once(5) ? { InstructionError: [0, 'Custom'] } : null,
      preTokenBalances: Array.from({ length: random.below(3) }, balance),
      postTokenBalances: Array.from({ length: random.below(3) }, balance),
      innerInstructions: random.once(5) ? null : [{ index: 0, instructions: [instruction()] }],
      loadedAddresses: random.once(3) ? undefined : { writable: [key()], readonly: [] },
    },
  };
}
