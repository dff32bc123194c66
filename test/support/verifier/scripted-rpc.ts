import { base58 } from '@scure/base';
import { type HttpReply, type ScriptedHttp, startScriptedHttp } from '../scripted-http.ts';
import type { FakeAccount, FakeLaunch } from './fake-launch.ts';
import { testKey } from './launch-bytes.ts';

export interface RpcCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a node says to one call: a result, a JSON-RPC error, or any HTTP answer at all. */
export type RpcReply = { result: unknown } | { error: unknown } | { http: HttpReply };

export interface FakeChain {
  launch: Pick<FakeLaunch, 'accounts'>;
  slot: number;
  blockTime: number | null;
  genesisHash: string;
}

export interface ScriptedRpc extends ScriptedHttp {
  readonly calls: readonly RpcCall[];
  readonly chain: FakeChain;
  /** The next answers to a method, in order; after them the node answers from its chain again. */
  script(method: string, ...replies: (RpcReply | ((call: RpcCall) => RpcReply))[]): void;
  /** The answers to these methods from now on, where none is scripted. */
  answer(methods: readonly string[], reply: (call: RpcCall) => RpcReply): void;
}

/** A JSON-RPC node over real HTTP that serves one launch, unless the test scripts an answer. */
export async function startScriptedRpc(launch: FakeChain['launch']): Promise<ScriptedRpc> {
  const chain: FakeChain = {
    ...{ launch, slot: 1_000, blockTime: 1_790_005_000 },
    genesisHash: testKey('genesis of a local chain').toBase58(),
  };
  const calls: RpcCall[] = [];
  const scripts = new Map<string, (RpcReply | ((call: RpcCall) => RpcReply))[]>();
  const answers = new Map<string, (call: RpcCall) => RpcReply>();
  const http = await startScriptedHttp(({ body }) => {
    const call = JSON.parse(body) as RpcCall;
    calls.push(call);
    const scripted = scripts.get(call.method)?.shift();
    const usual = answers.get(call.method) ?? ((asked: RpcCall) => chainReply(chain, asked));
    if (scripted === undefined) return toHttp(call, usual(call));
    return toHttp(call, typeof scripted === 'function' ? scripted(call) : scripted);
  });
  return {
    ...http,
    calls,
    chain,
    answer: (methods, reply) => {
      for (const method of methods) answers.set(method, reply);
    },
    script: (method, ...replies) => {
      scripts.set(method, [...(scripts.get(method) ?? []), ...replies]);
    },
  };
}

/** What the chain of the fake node holds, as the node's own answer to the call. */
export function chainReply(chain: FakeChain, { method, params }: RpcCall): RpcReply {
  const context = { slot: chain.slot, apiVersion: '3.0.0' };
  const { accounts } = chain.launch;
  switch (method) {
    case 'getMultipleAccounts': {
      const keys = params[0] as string[];
      return { result: { context, value: keys.map((key) => encoded(accounts.get(key)) ?? null) } };
    }
    case 'getProgramAccounts': {
      const [owner, { filters }] = params as [string, { filters: readonly Filter[] }];
      const found = [...accounts].filter(
        ([, account]) => account.owner === owner && matches(account, filters),
      );
      return {
        result: { context, value: found.map(([pubkey, account]) => ({ pubkey, account: encoded(account) })) },
      };
    }
    case 'getGenesisHash':
      return { result: chain.genesisHash };
    case 'getBlockTime':
      return { result: chain.blockTime };
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}

interface Filter {
  readonly memcmp: { readonly offset: number; readonly bytes: string };
}

function matches({ data }: FakeAccount, filters: readonly Filter[]): boolean {
  return filters.every(({ memcmp: { offset, bytes } }) => {
    const wanted = base58.decode(bytes);
    return data.subarray(offset, offset + wanted.length).equals(wanted);
  });
}

function encoded(account: FakeAccount | undefined) {
  if (!account) return undefined;
  return {
    lamports: 1_000_000,
    owner: account.owner,
    data: [account.data.toString('base64'), 'base64'],
    executable: false,
    // Beyond 2^53, as every rent-exempt account has it.
    rentEpoch: 18446744073709552000,
    space: account.data.length,
  };
}

function toHttp({ id }: RpcCall, reply: RpcReply): HttpReply {
  if ('http' in reply) return reply.http;
  return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', ...reply, id }) };
}
