import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { answerBody } from '../../../fixtures/localnet/rpc/dispatch.ts';
import { stringifyExact } from '../../../fixtures/localnet/rpc/json.ts';
import { laggingView } from './lagging-view.ts';

/** What becomes of one request. */
export type RpcFate =
  | { readonly kind: 'answer' }
  | { readonly kind: 'rate-limit'; readonly retryAfter: number | undefined }
  /** Resolves `until` before the connection breaks without an answer. */
  | { readonly kind: 'no-answer'; readonly until: () => Promise<void> }
  /** Without `honest` the node takes no notice of `minContextSlot`. */
  | { readonly kind: 'behind'; readonly slots: bigint; readonly honest: boolean };

export interface RpcProxy {
  readonly url: string;
  /** Asked for every request; the first fault with something to say decides. */
  readonly fates: Set<() => RpcFate | undefined>;
  readonly requests: number;
  close(): Promise<void>;
}

/** The chain's JSON-RPC, as nodes behind a balancer serve it on a bad day. */
export async function openRpcProxy(chain: Chain): Promise<RpcProxy> {
  const fates = new Set<() => RpcFate | undefined>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const fate = firstOf(fates) ?? { kind: 'answer' };
    serve(chain, fate, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    get requests() {
      return requests;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function firstOf(fates: Iterable<() => RpcFate | undefined>): RpcFate | undefined {
  for (const fateOf of fates) {
    const fate = fateOf();
    if (fate) return fate;
  }
  return undefined;
}

async function serve(
  chain: Chain,
  fate: RpcFate,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  if (fate.kind === 'rate-limit') {
    const headers = fate.retryAfter === undefined ? {} : { 'retry-after': String(fate.retryAfter) };
    response.writeHead(429, headers).end('Too many requests');
  } else if (fate.kind === 'no-answer') {
    await fate.until();
    response.destroy();
  } else {
    const behind = fate.kind === 'behind';
    const view = behind ? laggingView(chain, fate.slots) : chain;
    const asked = behind && !fate.honest ? body.replace(/,?"minContextSlot":\d+/, '') : body;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(stringifyExact(answerBody(view, asked)));
  }
}
