import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Transport } from '../../../core/kernel/settings/schema.ts';
import type { AccountWrite } from '../../../fixtures/localnet/chain/events.ts';
import {
  startYellowstone,
  type Yellowstone,
  type YellowstoneOptions,
} from '../../../fixtures/localnet/yellowstone/server.ts';
import type { Subscription, SubscriptionFilter, UpdateSource } from '../../../indexer/model/source.ts';
import { createUpdateSource, type UpdateSourceOptions } from '../../../indexer/source/yellowstone.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import type { RecordedAccount, RecordingSink } from '../../support/recording-sink.ts';
import { key58, ScriptedFeed } from '../../support/scripted-feed.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { waitFor } from '../../support/wait-for.ts';

const X_TOKEN = 'a-token-of-the-tests';
export const FILTER: SubscriptionFilter = {
  commitment: 'confirmed',
  owner: key58('program'),
  accounts: [],
};

/** A scripted chain, its Yellowstone server, a proxy that counts and cuts, and the transport under test. */
export class Stage {
  readonly feed = new ScriptedFeed();
  readonly #transport: Transport;
  readonly #sources: UpdateSource[] = [];
  #server: Yellowstone | undefined;
  #proxy: TcpProxy | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get server(): Yellowstone {
    if (!this.#server) throw new Error('nothing is served yet');
    return this.#server;
  }

  get proxy(): TcpProxy {
    if (!this.#proxy) throw new Error('nothing is served yet');
    return this.#proxy;
  }

  async serve(options: Partial<YellowstoneOptions> = {}): Promise<void> {
    const place = { host: '127.0.0.1', port: 0, xToken: X_TOKEN };
    this.#server = await startYellowstone(this.feed, { ...place, ...options });
    this.#proxy = await startTcpProxy(this.#server.endpoint);
  }

  open(options: Partial<UpdateSourceOptions> = {}): UpdateSource {
    const source = createUpdateSource({
      endpoint: this.proxy.endpoint,
      xToken: X_TOKEN,
      transport: this.#transport,
      logger: createLogger('silent'),
      ...options,
    });
    this.#sources.push(source);
    return source;
  }

  /** Subscribes and waits until the server has taken the filter, which its ping and our answer prove. */
  async follow(sink: RecordingSink, filter: Partial<SubscriptionFilter> = {}): Promise<Subscription> {
    const subscription = this.open().subscribe({ ...FILTER, ...filter }, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong to our answer' });
    return subscription;
  }

  /** Waits until a slot was seen to be final. */
  async reached(sink: RecordingSink, slot: bigint): Promise<void> {
    const isFinal = () => sink.slots.at(-1)?.slot === slot && sink.slots.at(-1)?.status === 'finalized';
    await waitFor(isFinal, { what: `slot ${slot}` });
  }

  /** The native client closes a connection when it is collected; till then it must cost the server nothing. */
  async everythingClosed(): Promise<void> {
    const { proxy } = this;
    if (this.#transport !== 'native') {
      await waitFor(() => proxy.connections === 0, { what: 'the connection to close' });
      return;
    }
    await quiet(() => proxy.bytesToClients);
    const before = proxy.bytesToClients;
    this.feed.play(1_000n, manyDrafts(1_000));
    await quiet(() => proxy.bytesToClients);
    expect(proxy.bytesToClients).toBe(before);
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close()));
    await this.#proxy?.close();
    await this.#server?.close();
  }
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** How a write of the chain looks once a sink has recorded it. */
export function recorded(write: AccountWrite): RecordedAccount {
  return {
    pubkey: hex(write.pubkey),
    owner: hex(write.owner),
    data: hex(write.data),
    signature: write.signature && hex(write.signature),
    slot: write.slot,
    lamports: write.lamports,
    writeVersion: write.writeVersion,
  };
}

export function manyDrafts(count: number, bytes = 139): Partial<AccountWrite>[] {
  const data = new Uint8Array(bytes).fill(1);
  return Array.from({ length: count }, (_, index) => {
    const pubkey = new Uint8Array(32);
    new DataView(pubkey.buffer).setUint32(0, index);
    return { pubkey, data };
  });
}

/** Lets time pass second by second, so that whoever wakes can go to sleep again. */
export async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    await nextTurn();
  }
}

/** Waits until a figure has stopped changing. */
export async function quiet(figure: () => number, looks = 15): Promise<void> {
  let same = 0;
  let before = figure();
  const isStill = () => {
    const now = figure();
    same = now === before ? same + 1 : 0;
    before = now;
    return same >= looks;
  };
  await waitFor(isStill, { what: 'the traffic to stop' });
}
