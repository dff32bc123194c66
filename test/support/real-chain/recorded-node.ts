import { once } from 'node:events';
import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { geyser } from '../../../core/kernel/geyser.ts';
import { openResponse } from '../../../fixtures/localnet/yellowstone/grpc/call.ts';
import { Deframer, frame } from '../../../fixtures/localnet/yellowstone/grpc/framing.ts';
import { type RpcRequest, rpcError, type ScriptedAnswer, startRpcScript } from '../rpc-script.ts';
import { type Bank, type RecordedMessage, recordedBanks, recordedStream } from './recording.ts';

const GENESIS_HASH = '8FoTeDPm2EHiMoeKe7hLT1QWqgGAMAGAdnFqYyPpnrAZ';
const MIN_CONTEXT_SLOT_NOT_REACHED = -32016;
const METHOD_NOT_FOUND = -32601;

/** A node that says again what a real one said, message by message and bank by bank, as far as a test has let it. */
export interface RecordedNode extends AsyncDisposable {
  readonly grpcUrl: string;
  readonly rpcUrl: string;
  /** The slots whose messages are all released. */
  readonly slots: readonly bigint[];
  readonly banks: readonly Bank[];
  /** Releases every message up to the last one of `slot`. */
  playTo(slot: bigint): void;
  /** Streams that are open. */
  readonly subscribers: number;
}

export async function startRecordedNode(): Promise<RecordedNode> {
  const messages = recordedStream();
  const banks = recordedBanks('stream');
  const slots = [...new Set(messages.flatMap(({ slot }) => (slot === undefined ? [] : [slot])))].toSorted(
    byValue,
  );
  const tape = new Tape(messages);
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream) => tape.serve(stream));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rpc = await startRpcScript((request) => answerOf(request, banks, tape.newest));
  return {
    grpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rpcUrl: rpc.url,
    slots,
    banks,
    get subscribers() {
      return tape.listeners;
    },
    playTo: (slot) => tape.playTo(slot),
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await rpc.close();
    },
  };
}

/** The recorded messages, of which the first so many have been sent. */
class Tape {
  readonly #messages: readonly RecordedMessage[];
  /** With the filter that each names for its updates. */
  readonly #listening = new Map<ServerHttp2Stream, string>();
  #position = 0;
  /** The newest slot whose messages are all sent. */
  newest = -1n;

  constructor(messages: readonly RecordedMessage[]) {
    this.#messages = messages;
  }

  get listeners(): number {
    return this.#listening.size;
  }

  playTo(slot: bigint): void {
    const last = this.#messages.findLastIndex(
      (message) => message.kind === 'block_meta' && message.slot === slot,
    );
    // The statuses that follow a block, until something of the next slot comes
    const end = this.#messages.findIndex(
      ({ kind, slot: of }, at) => at > last && kind !== 'slot' && of !== slot,
    );
    const to = end === -1 ? this.#messages.length : end;
    for (const message of this.#messages.slice(this.#position, to))
      for (const [stream, filter] of this.#listening) stream.write(frame(matching(filter, message)));
    this.#position = Math.max(this.#position, to);
    this.newest = slot;
  }

  /** One `Subscribe` call: what was sent from its `from_slot` on, then everything as it is sent. */
  serve(stream: ServerHttp2Stream): void {
    openResponse(stream);
    const deframer = new Deframer();
    stream.on('error', () => undefined);
    stream.once('close', () => this.#listening.delete(stream));
    stream.on('data', (chunk: Buffer) => {
      const requests = deframer.push(chunk);
      for (const request of Array.isArray(requests) ? requests : []) {
        const { ping, accounts, fromSlot } = geyser.SubscribeRequest.decode(request);
        const [filter] = Object.keys(accounts);
        if (!ping && filter !== undefined) this.#listen(stream, filter, fromSlot);
      }
    });
  }

  #listen(stream: ServerHttp2Stream, filter: string, fromSlot: string | undefined): void {
    if (fromSlot !== undefined) {
      const from = this.#messages.findIndex(({ slot }) => slot !== undefined && slot >= BigInt(fromSlot));
      for (const message of this.#messages.slice(from, this.#position))
        stream.write(frame(matching(filter, message)));
    }
    this.#listening.set(stream, filter);
  }
}

/** A message with the name of a filter before those that it was recorded with. */
function matching(filter: string, { bytes, slot }: RecordedMessage): Uint8Array {
  if (slot === undefined) return bytes;
  const named = geyser.SubscribeUpdate.encode(geyser.SubscribeUpdate.fromPartial({ filters: [filter] }));
  return Buffer.concat([named.finish(), bytes]);
}

/** From the newest bank that the node had by then. */
function answerOf({ method, params }: RpcRequest, banks: readonly Bank[], newest: bigint): ScriptedAnswer {
  const answer = (result: unknown): ScriptedAnswer => ({
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
  });
  if (method === 'getGenesisHash') return answer(GENESIS_HASH);
  if (method === 'getSlot') return answer(Number(newest));
  if (method !== 'getProgramAccounts' && method !== 'getMultipleAccounts')
    return rpcError(METHOD_NOT_FOUND, `${method} was not recorded`);
  const [named, config] = params as [string | string[], { minContextSlot?: number }];
  const bank = banks.findLast(({ slot }) => slot <= newest);
  if (!bank || bank.slot < BigInt(config.minContextSlot ?? 0))
    return rpcError(MIN_CONTEXT_SLOT_NOT_REACHED, 'Minimum context slot has not been reached');
  const accountOf = (address: string) => {
    const account = bank.accounts[address];
    if (!account) return null;
    const data = [account.data, 'base64'];
    return { data, owner: account.owner, lamports: 2_039_280, executable: false, rentEpoch: 0, space: 0 };
  };
  const value =
    typeof named === 'string'
      ? Object.entries(bank.accounts)
          .filter(([, { owner }]) => owner === named)
          .map(([pubkey]) => ({ pubkey, account: accountOf(pubkey) }))
      : named.map(accountOf);
  return answer({ context: { slot: Number(bank.slot) }, value });
}

const byValue = (one: bigint, other: bigint): number => Number(one - other);
