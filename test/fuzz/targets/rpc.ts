import { zstdDecompressSync } from 'node:zlib';
import { PublicKey } from '@solana/web3.js';
import type { z } from 'zod';
import { accountOf } from '../../../api/read/chain/json-rpc.ts';
import {
  blockTimeAnswer,
  genesisHashAnswer,
  multipleAccountsAnswer,
  programAccountsAnswer,
  u64,
} from '../../../core/rpc/answers.ts';
import { readAnswer } from '../../../core/rpc/post.ts';
import { jsonText, mutatedJson } from '../support/mutate-json.ts';
import { at, parseWritten, type Written } from '../support/naive-json.ts';
import type { Random } from '../support/random.ts';
import { bombedAccount, rpcAccount, rpcAnswer } from '../support/rpc-answers.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const REFUSALS = ['RPC_BAD_ANSWER', 'RPC_REFUSED', 'RPC_BEHIND', 'RPC_RATE_LIMITED', 'RPC_UNREACHABLE'];

interface Call {
  readonly method: string;
  readonly result: z.ZodType;
  readonly valid: (random: Random) => unknown;
  /** Holds what was read against what is written in the body. */
  readonly check: (read: never, written: unknown) => void;
}

const CALLS: readonly Call[] = [
  {
    method: 'getProgramAccounts',
    result: programAccountsAnswer,
    valid: (random) => ({
      context: { slot: random.u64() },
      value: Array.from({ length: random.below(3) }, () => ({
        pubkey: key(random),
        account: rpcAccount(random),
      })),
    }),
    check: (read: z.output<typeof programAccountsAnswer>, written) => {
      sameNumber(read.context.slot, at(written, 'context', 'slot'));
      for (const [index, { pubkey, account }] of read.value.entries()) {
        hold(pubkey === new PublicKey(pubkey).toBase58(), 'a key is one', () => pubkey);
        sameAccount(account, at(written, 'value', index, 'account'));
      }
    },
  },
  {
    method: 'getMultipleAccounts',
    result: multipleAccountsAnswer,
    valid: (random) => ({
      context: { slot: random.u64() },
      value: Array.from({ length: random.below(3) }, () =>
        random.once(3) ? null : rpcAccount(random, random.once(3)),
      ),
    }),
    check: (read: z.output<typeof multipleAccountsAnswer>, written) => {
      for (const [index, account] of read.value.entries()) {
        if (account !== null) sameAccount(account, at(written, 'value', index));
        else hold(at(written, 'value', index) === null, 'only null is no account');
      }
    },
  },
  {
    method: 'getSlot',
    result: u64,
    valid: (random) => random.u64(),
    check: (read: bigint, written) => sameNumber(read, written),
  },
  {
    method: 'getBlockTime',
    result: blockTimeAnswer,
    valid: (random) => (random.once(4) ? null : BigInt.asIntN(64, random.u64())),
    check: (read: bigint | null, written) => {
      if (read === null) return hold(written === null, 'only null is no time');
      sameNumber(read, written);
      hold(BigInt.asIntN(64, read) === read, 'a time fits its column', () => read);
    },
  },
  {
    method: 'getGenesisHash',
    result: genesisHashAnswer,
    valid: key,
    check: (read: string, written) => hold(read === written, 'the hash is what is written'),
  },
];

/** Answers of a node to the reads of accounts, slots and times. */
export const rpc: FuzzTarget = {
  name: 'rpc',
  feeds: "a node's answers about accounts and slots to the client, beside their digits",
  share: 0.5,
  good: 'read',
  start: () => ({
    feed: (random) => (random.once(6) ? feedVerification(random) : feedClient(random)),
  }),
};

function feedClient(random: Random): string {
  if (random.once(400)) return feedBomb(random);
  const { method, result, valid, check } = random.pick(CALLS);
  const answer = rpcAnswer(random, valid(random));
  const read = accepted(() => readAnswer('node', { method, params: [], result }, answer), REFUSALS);
  hold(!answer.whole || 'value' in read, 'a whole answer is read', () => answer.body);
  if ('refused' in read) return read.refused;
  check(read.value as never, at(parseWritten(answer.body), 'result'));
  return 'read';
}

function feedBomb(random: Random): string {
  const body = jsonText({
    jsonrpc: '2.0',
    id: 1,
    result: { context: { slot: 1n }, value: [bombedAccount(random)] },
  });
  const call = { method: 'getMultipleAccounts', params: [], result: multipleAccountsAnswer };
  const read = accepted(() => readAnswer('node', call, { status: 200, retryAfter: null, body }), REFUSALS);
  hold('refused' in read, 'more than an account can hold is not unpacked');
  return 'bomb';
}

/** The API's own reading of one account, for verification. */
function feedVerification(random: Random): string {
  const value = {
    jsonrpc: '2.0',
    id: 1,
    result: { context: { slot: random.u64() }, value: rpcAccount(random) },
  };
  const body = mutatedJson(value, random);
  const read = accepted(() => accountOf(body), ['CHAIN_UNREADABLE']);
  if ('refused' in read) return read.refused;
  const written = at(parseWritten(body), 'result');
  sameNumber(read.value.slot, at(written, 'context', 'slot'));
  if (read.value.held) sameAccount(read.value.held, at(written, 'value'));
  return 'read';
}

function key(random: Random): string {
  return new PublicKey(random.bytes(32)).toBase58();
}

function sameNumber(read: bigint, written: unknown): void {
  const right = (written as Written).whole();
  hold(read === right, 'a number is what its digits say', () => ({ read, right }));
}

interface ReadAccount {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Uint8Array;
}

function sameAccount({ lamports, owner, data }: ReadAccount, written: unknown): void {
  sameNumber(lamports, at(written, 'lamports'));
  hold(lamports >= 0n && lamports < 2n ** 64n, 'lamports fit their column', () => lamports);
  hold(owner === new PublicKey(owner).toBase58(), 'an owner is a key', () => owner);
  const text = at(written, 'data', 0) as string;
  const packed = at(written, 'data', 1) === 'base64+zstd';
  const frame = Buffer.from(text, 'base64');
  hold(packed || frame.toString('base64') === text, 'bytes have one spelling', () => text);
  hold((packed ? zstdDecompressSync(frame) : frame).equals(data), 'bytes are what is written', () => text);
}
