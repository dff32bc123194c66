import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { TRANSPORTS } from '../../../core/kernel/settings/schema.ts';
import type { AccountWrite } from '../../../fixtures/localnet/chain/events.ts';
import {
  startYellowstone,
  type Yellowstone,
  type YellowstoneOptions,
} from '../../../fixtures/localnet/yellowstone/server.ts';
import type {
  Subscription,
  SubscriptionFilter,
  UpdateSink,
  UpdateSource,
} from '../../../indexer/model/source.ts';
import { createUpdateSource, type UpdateSourceOptions } from '../../../indexer/source/yellowstone.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type RecordedAccount, RecordingSink } from '../../support/recording-sink.ts';
import { key, key58, ScriptedFeed } from '../../support/scripted-feed.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { waitFor } from '../../support/wait-for.ts';

const X_TOKEN = 'a-token-of-the-tests';
const FILTER: SubscriptionFilter = { commitment: 'confirmed', owner: key58('program'), accounts: [] };

describe.each(TRANSPORTS)('the %s transport', (transport) => {
  let feed: ScriptedFeed;
  let server: Yellowstone;
  let proxy: TcpProxy;
  const sources: UpdateSource[] = [];

  async function serve(options: Partial<YellowstoneOptions> = {}): Promise<void> {
    server = await startYellowstone(feed, { host: '127.0.0.1', port: 0, xToken: X_TOKEN, ...options });
    proxy = await startTcpProxy(server.endpoint);
  }

  function open(options: Partial<UpdateSourceOptions> = {}): UpdateSource {
    const source = createUpdateSource({
      endpoint: proxy.endpoint,
      xToken: X_TOKEN,
      transport,
      logger: createLogger('silent'),
      ...options,
    });
    sources.push(source);
    return source;
  }

  /** Subscribes and waits until the server has taken the filter, which its own ping and our answer prove. */
  async function follow(
    sink: RecordingSink,
    filter: Partial<SubscriptionFilter> = {},
  ): Promise<Subscription> {
    const subscription = open().subscribe({ ...FILTER, ...filter }, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong to our answer' });
    return subscription;
  }

  const last = (sink: RecordingSink) => sink.slots.at(-1);
  const reached = (sink: RecordingSink, slot: bigint) =>
    waitFor(() => last(sink)?.slot === slot && last(sink)?.status === 'finalized', { what: `slot ${slot}` });

  beforeEach(() => {
    feed = new ScriptedFeed();
  });

  afterEach(async () => {
    await Promise.all(sources.splice(0).map((source) => source.close()));
    await proxy?.close();
    await server?.close();
  });

  test('delivers a slot whole and in order, every field as the chain has it', async () => {
    // Given a slot with a signed and an unsigned write, an empty account and numbers above 2^53
    await serve();
    const sink = new RecordingSink();
    await follow(sink);
    const drafts = [
      { pubkey: key('a'), lamports: 18_446_744_073_709_551_615n, data: new Uint8Array(343).fill(7) },
      { pubkey: key('b'), signature: undefined },
      { pubkey: key('c'), lamports: 0n, data: new Uint8Array() },
      { pubkey: key('other'), owner: key('other program') },
    ];
    // When it is played
    feed.play(9_007_199_254_740_993n, drafts);
    await reached(sink, 9_007_199_254_740_993n);
    // Then the sink holds it, the foreign account left out
    const writes = feed.recentSlots()[0]?.block.writes.slice(0, 3) ?? [];
    expect(sink.accounts).toEqual(writes.map(recorded));
    expect(sink.metas).toEqual([
      {
        slot: 9_007_199_254_740_993n,
        parentSlot: 9_007_199_254_740_992n,
        blockhash: key58('block 9007199254740993'),
        blockTime: 9_007_201_044_740_993n,
        blockHeight: 9_007_199_254_740_993n,
      },
    ]);
    expect(sink.slots.map(({ status }) => status)).toEqual(['processed', 'confirmed', 'finalized']);
    const kinds = sink.all.map(({ kind }) => kind);
    expect(kinds).toEqual(['slot', 'account', 'account', 'account', 'block_meta', 'slot', 'slot']);
  });

  test('keeps the order of many updates over many slots', async () => {
    await serve();
    const sink = new RecordingSink();
    await follow(sink);
    for (let slot = 10n; slot < 30n; slot++) feed.play(slot, manyDrafts(500));
    await reached(sink, 29n);
    const versions = sink.accounts.map(({ writeVersion }) => writeVersion);
    expect(versions).toHaveLength(10_000);
    expect(versions).toEqual(versions.toSorted((a, b) => Number(a - b)));
  });

  test('tells of dead slots', async () => {
    await serve();
    const sink = new RecordingSink();
    await follow(sink);
    feed.createBank(10n);
    feed.die(10n, 'bad block');
    await waitFor(() => sink.slots.length > 0, { what: 'the dead slot' });
    expect(sink.slots).toEqual([{ slot: 10n, parent: 9n, status: 'dead', deadError: 'bad block' }]);
  });

  test('ends as refused when the token is wrong', async () => {
    await serve();
    const end = await open({ xToken: 'wrong' }).subscribe(FILTER, new RecordingSink()).ended;
    expect(end).toEqual({ kind: 'refused', detail: 'UNAUTHENTICATED: No valid auth token' });
  });

  test('ends as refused when the server refuses the filter', async () => {
    await serve();
    const end = await open().subscribe({ ...FILTER, owner: 'no key' }, new RecordingSink()).ended;
    expect(end).toEqual({
      kind: 'refused',
      detail: 'INVALID_ARGUMENT: failed to create filter: Invalid Base58 string',
    });
  });

  test('follows more accounts after the filters were replaced, and no fewer', async () => {
    await serve();
    const sink = new RecordingSink();
    const subscription = await follow(sink);
    const drafts = [{ pubkey: key('own') }, { pubkey: key('escrow'), owner: key('token program') }];
    feed.play(10n, drafts);
    await reached(sink, 10n);
    expect(sink.accounts).toHaveLength(1);
    // When the escrow is added by key
    subscription.replace({ ...FILTER, accounts: [key58('escrow')] });
    await playUntil(sink, drafts, (accounts) => accounts.some(({ pubkey }) => pubkey === hex(key('escrow'))));
    // Then both are followed, over the same connection
    expect(sink.accounts.at(-1)?.pubkey).toBe(hex(key('escrow')));
    expect(sink.accounts.at(-2)?.pubkey).toBe(hex(key('own')));
    expect(proxy.connections).toBe(1);
  });

  test('replays from a slot inside the window, ascending and then live', async () => {
    await serve();
    for (let slot = 10n; slot < 20n; slot++) feed.play(slot);
    const sink = new RecordingSink();
    await follow(sink, { fromSlot: 15n });
    feed.play(20n);
    await reached(sink, 20n);
    expect(sink.metas.map(({ slot }) => slot)).toEqual([15n, 16n, 17n, 18n, 19n, 20n]);
    expect(sink.accounts).toHaveLength(6);
  });

  test('replays when the filters are replaced on a running stream', async () => {
    await serve();
    const sink = new RecordingSink();
    const subscription = await follow(sink);
    for (let slot = 10n; slot < 13n; slot++) feed.play(slot);
    await reached(sink, 12n);
    subscription.replace({ ...FILTER, fromSlot: 11n });
    await waitFor(() => sink.metas.length === 5, { what: 'the replay' });
    expect(sink.metas.map(({ slot }) => slot)).toEqual([10n, 11n, 12n, 11n, 12n]);
  });

  test('ends as out of range when the slot has left the window, and names the first that has not', async () => {
    await serve({ replaySlots: 5 });
    for (let slot = 10n; slot < 20n; slot++) feed.play(slot);
    const end = await open().subscribe({ ...FILTER, fromSlot: 12n }, new RecordingSink()).ended;
    expect(end).toEqual({
      kind: 'out_of_range',
      detail: 'OUT_OF_RANGE: broadcast from 12 is not available, last available: 15',
      firstAvailable: 15n,
    });
  });

  test.each([
    ['at the tip there is nothing to replay', 150, 'INTERNAL: failed to get replay response'],
    ['the server does not replay', 0, 'INTERNAL: from_slot is not supported'],
  ])('ends as replay unavailable when %s', async (_case, replaySlots, detail) => {
    await serve({ replaySlots });
    feed.play(10n);
    const end = await open().subscribe({ ...FILTER, fromSlot: 11n }, new RecordingSink()).ended;
    expect(end).toEqual({ kind: 'replay_unavailable', detail });
  });

  test('ends as disconnected when the server shuts down', async () => {
    await serve();
    const sink = new RecordingSink();
    const { ended } = await follow(sink);
    await server.close();
    expect(await ended).toEqual({
      kind: 'disconnected',
      detail: 'UNAVAILABLE: server is shutting down try again later',
    });
  });

  test('ends as disconnected when the server ends the stream in good order', async () => {
    await serve({ faults: { beforeSend: () => ({ code: 0, message: '' }) } });
    const sink = new RecordingSink();
    const { ended } = await follow(sink);
    feed.play(10n);
    expect(await ended).toEqual({ kind: 'disconnected', detail: 'the server closed the stream' });
  });

  test('ends as disconnected when the server dies without a word', async () => {
    await serve();
    const sink = new RecordingSink();
    const { ended } = await follow(sink);
    proxy.cut();
    expect((await ended).kind).toBe('disconnected');
  });

  test('ends as disconnected when the server cuts the stream alone', async () => {
    await serve({ faults: { beforeSend: () => 'cut' } });
    const sink = new RecordingSink();
    const { ended } = await follow(sink);
    feed.play(10n);
    expect((await ended).kind).toBe('disconnected');
  });

  test('ends as disconnected when nobody listens', async () => {
    await serve();
    await proxy.close();
    const end = await open().subscribe(FILTER, new RecordingSink()).ended;
    expect(end.kind).toBe('disconnected');
  });

  test('ends as disconnected when the server sends what is no update', async () => {
    await serve();
    const liar = await startLiar();
    const end = await open({ endpoint: liar.endpoint }).subscribe(FILTER, new RecordingSink()).ended;
    expect(end.kind).toBe('disconnected');
    liar.close();
  });

  test('holds the server back while paused, in bounded memory, and loses nothing', async () => {
    // Given a paused stream
    await serve();
    const sink = new RecordingSink();
    const subscription = await follow(sink);
    subscription.pause();
    const before = proxy.bytesToClients;
    // When far more arrives than any window holds
    feed.play(10n, manyDrafts(20_000, 2_000));
    await quiet(() => proxy.bytesToClients);
    // Then nothing is delivered and most of it still waits at the server
    expect(sink.all).toEqual([]);
    expect(proxy.bytesToClients - before).toBeLessThan(20_000_000);
    // And after resuming it all comes, in order
    subscription.resume();
    await reached(sink, 10n);
    const versions = sink.accounts.map(({ writeVersion }) => writeVersion);
    expect(versions).toEqual(feed.recentSlots()[0]?.block.writes.map(({ writeVersion }) => writeVersion));
  });

  test.each([
    ['in good order', 0, ''],
    ['with an error', 8, 'enough'],
  ])('has a pause overtaken by an end %s and leaves no hole', async (_case, code, message) => {
    // Given a paused stream with a slot on its way, after which the server ends the stream
    const isNextSlot = (sent: { kind: string }) => 'slot' in sent && sent.slot === 11n;
    await serve({ faults: { beforeSend: (sent) => (isNextSlot(sent) ? { code, message } : 'send') } });
    const sink = new RecordingSink();
    const subscription = await follow(sink);
    subscription.pause();
    feed.play(10n, manyDrafts(200));
    feed.createBank(11n);
    await waitFor(() => proxy.bytesToClients > 50_000, { what: 'the slot to pass' });
    await quiet(() => proxy.bytesToClients);
    // When it is resumed, with another pause shortly before the end
    const record = sink.account.bind(sink);
    sink.account = (view) => {
      record(view);
      if (sink.accounts.length === 195) subscription.pause();
    };
    subscription.resume();
    await quiet(() => sink.accounts.length);
    subscription.resume();
    // Then the whole slot comes before a good end, and before an error at least nothing is left out in between
    expect((await subscription.ended).kind).toBe('disconnected');
    const writes = feed.recentSlots()[0]?.block.writes ?? [];
    const delivered = code === 0 ? writes.length : sink.accounts.length;
    expect(sink.accounts).toEqual(writes.slice(0, delivered).map(recorded));
  });

  test('stops at the very update whose sink asked for a pause', async () => {
    await serve();
    const sink = new RecordingSink();
    let subscription: Subscription | undefined;
    const pausing: UpdateSink = {
      account: (view) => {
        sink.account(view);
        if (sink.accounts.length % 100 === 0) subscription?.pause();
      },
      slot: (update) => sink.slot(update),
      blockMeta: (meta) => sink.blockMeta(meta),
      ping: () => sink.ping(),
    };
    subscription = open().subscribe(FILTER, pausing);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    feed.play(10n, manyDrafts(250));
    for (const count of [100, 200]) {
      await waitFor(() => sink.accounts.length >= count, { what: `${count} accounts` });
      await quiet(() => sink.accounts.length);
      expect(sink.accounts).toHaveLength(count);
      subscription.resume();
    }
    await reached(sink, 10n);
    expect(sink.accounts).toHaveLength(250);
  });

  test('ends as lagged when the server gives up on a slow reader', async () => {
    await serve({ queueLimit: 1_000 });
    const sink = new RecordingSink();
    const subscription = await follow(sink);
    subscription.pause();
    for (let slot = 10n; slot < 40n; slot++) {
      feed.play(slot, manyDrafts(900, 2_000));
      await quiet(() => proxy.bytesToClients, 2);
    }
    subscription.resume();
    expect(await subscription.ended).toEqual({
      kind: 'lagged',
      detail: 'INTERNAL: lagged to send an update',
    });
  });

  test('ends as silent when not even a ping comes, unless it was paused', async () => {
    await serve({ pingIntervalMs: 3_600_000 });
    const clock = manualClock();
    const sink = new RecordingSink();
    const subscription = open({ clock, silenceMs: 30_000 }).subscribe(FILTER, sink);
    let ended = false;
    subscription.ended.then(() => {
      ended = true;
    });
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    subscription.pause();
    await pass(clock, 120_000);
    subscription.resume();
    await pass(clock, 29_000);
    expect(ended).toBe(false);
    await pass(clock, 7_000);
    expect(await subscription.ended).toEqual({ kind: 'disconnected', detail: 'silent' });
  });

  test('ends as failed when the sink throws', async () => {
    await serve();
    const sink = new RecordingSink();
    const error = new Error('a fault of the sink');
    sink.account = () => {
      throw error;
    };
    const { ended } = await follow(sink);
    feed.play(10n);
    expect(await ended).toEqual({ kind: 'failed', error });
  });

  test('leaves nothing open and delivers nothing after close', async () => {
    await serve();
    const sink = new RecordingSink();
    const source = open();
    const subscription = source.subscribe(FILTER, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    feed.play(10n, manyDrafts(5_000));
    subscription.close();
    const delivered = sink.all.length;
    expect(await subscription.ended).toEqual({ kind: 'closed' });
    await source.close();
    await everythingClosed();
    expect(sink.all).toHaveLength(delivered);
  });

  test('can be closed before it is open', async () => {
    await serve();
    const source = open();
    const subscription = source.subscribe(FILTER, new RecordingSink());
    subscription.close();
    expect(await subscription.ended).toEqual({ kind: 'closed' });
    await everythingClosed();
  });

  /** The native client closes a connection when it is collected; till then it must cost the server nothing. */
  async function everythingClosed(): Promise<void> {
    if (transport === 'native') {
      await quiet(() => proxy.bytesToClients);
      const before = proxy.bytesToClients;
      feed.play(1_000n, manyDrafts(1_000));
      await quiet(() => proxy.bytesToClients);
      expect(proxy.bytesToClients).toBe(before);
    } else await waitFor(() => proxy.connections === 0, { what: 'the connection to close' });
  }

  async function playUntil(
    sink: RecordingSink,
    drafts: readonly Partial<AccountWrite>[],
    done: (accounts: RecordedAccount[]) => boolean,
  ): Promise<void> {
    for (let slot = 11n; !done(sink.accounts); slot++) {
      feed.play(slot, drafts);
      await reached(sink, slot);
    }
  }
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function recorded(write: AccountWrite): RecordedAccount {
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

function manyDrafts(count: number, bytes = 139): Partial<AccountWrite>[] {
  const data = new Uint8Array(bytes).fill(1);
  return Array.from({ length: count }, (_, index) => {
    const pubkey = new Uint8Array(32);
    new DataView(pubkey.buffer).setUint32(0, index);
    return { pubkey, data };
  });
}

/** Lets time pass second by second, so that whoever wakes can go to sleep again. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    clock.advance(1_000);
    await nextTurn();
  }
}

/** Waits until a figure has stopped changing. */
async function quiet(figure: () => number, looks = 15): Promise<void> {
  let same = 0;
  let before = figure();
  await waitFor(
    () => {
      const now = figure();
      same = now === before ? same + 1 : 0;
      before = now;
      return same >= looks;
    },
    { what: 'the traffic to stop' },
  );
}

/** A server that frames well and means nothing by it. */
async function startLiar(): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
    stream.write(Buffer.from([0, 0, 0, 0, 4, 0x12, 0x40, 1, 2]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
