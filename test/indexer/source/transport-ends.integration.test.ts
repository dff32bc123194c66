import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../../../core/kernel/settings/schema.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { waitFor } from '../../support/wait-for.ts';
import { FILTER, manyDrafts, pass, quiet, Stage } from './stage.ts';

describe.each(TRANSPORTS)('a stream over the %s transport', (transport) => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage(transport);
  });
  afterEach(() => stage.close());

  test('ends as refused when the token is wrong', async () => {
    await stage.serve();
    const end = await stage.open({ xToken: 'wrong' }).subscribe(FILTER, new RecordingSink()).ended;
    expect(end).toEqual({ kind: 'refused', detail: 'UNAUTHENTICATED: No valid auth token' });
  });

  test('ends as refused when the server refuses the filter', async () => {
    await stage.serve();
    const end = await stage.open().subscribe({ ...FILTER, owner: 'no key' }, new RecordingSink()).ended;
    expect(end).toEqual({
      kind: 'refused',
      detail: 'INVALID_ARGUMENT: failed to create filter: Invalid Base58 string',
    });
  });

  test('ends as out of range when the slot has left the window, and names the first that has not', async () => {
    await stage.serve({ replaySlots: 5 });
    for (let slot = 10n; slot < 20n; slot++) stage.feed.play(slot);
    const end = await stage.open().subscribe({ ...FILTER, fromSlot: 12n }, new RecordingSink()).ended;
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
    await stage.serve({ replaySlots });
    stage.feed.play(10n);
    const end = await stage.open().subscribe({ ...FILTER, fromSlot: 11n }, new RecordingSink()).ended;
    expect(end).toEqual({ kind: 'replay_unavailable', detail });
  });

  test('ends as disconnected when the server shuts down', async () => {
    await stage.serve();
    const sink = new RecordingSink();
    const { ended } = await stage.follow(sink);
    await stage.server.close();
    expect(await ended).toEqual({
      kind: 'disconnected',
      detail: 'UNAVAILABLE: server is shutting down try again later',
    });
  });

  test('ends as disconnected when the server ends the stream in good order', async () => {
    await stage.serve({ faults: { beforeSend: () => ({ code: 0, message: '' }) } });
    const sink = new RecordingSink();
    const { ended } = await stage.follow(sink);
    stage.feed.play(10n);
    expect(await ended).toEqual({ kind: 'disconnected', detail: 'the server closed the stream' });
  });

  test('ends as disconnected when the server dies without a word', async () => {
    await stage.serve();
    const sink = new RecordingSink();
    const { ended } = await stage.follow(sink);
    stage.proxy.cut();
    expect((await ended).kind).toBe('disconnected');
  });

  test('ends as disconnected when the server cuts the stream alone', async () => {
    await stage.serve({ faults: { beforeSend: () => 'cut' } });
    const sink = new RecordingSink();
    const { ended } = await stage.follow(sink);
    stage.feed.play(10n);
    expect((await ended).kind).toBe('disconnected');
  });

  test('ends as disconnected when nobody listens', async () => {
    await stage.serve();
    await stage.proxy.close();
    const end = await stage.open().subscribe(FILTER, new RecordingSink()).ended;
    expect(end.kind).toBe('disconnected');
  });

  test('ends as disconnected when the server sends what is no update', async () => {
    await stage.serve();
    const liar = await startLiar();
    const end = await stage.open({ endpoint: liar.endpoint }).subscribe(FILTER, new RecordingSink()).ended;
    expect(end.kind).toBe('disconnected');
    liar.close();
  });

  test('ends as lagged when the server gives up on a slow reader', async () => {
    await stage.serve({ queueLimit: 1_000 });
    const sink = new RecordingSink();
    const subscription = await stage.follow(sink);
    subscription.pause();
    for (let slot = 10n; slot < 40n; slot++) {
      stage.feed.play(slot, manyDrafts(900, 2_000));
      await quiet(() => stage.proxy.bytesToClients, 2);
    }
    subscription.resume();
    expect(await subscription.ended).toEqual({
      kind: 'lagged',
      detail: 'INTERNAL: lagged to send an update',
    });
  });

  test('ends as silent when not even a ping comes, unless it was paused', async () => {
    await stage.serve({ pingIntervalMs: 3_600_000 });
    const clock = manualClock();
    const sink = new RecordingSink();
    const subscription = stage
      .open({ clock, silenceMs: 30_000, frozenMs: 3_600_000 })
      .subscribe(FILTER, sink);
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
    expect(await subscription.ended).toEqual({ kind: 'frozen', detail: 'nothing came for 30 s' });
  });

  test('ends as frozen when pings come and no slot does, and not while it is paused', async () => {
    // Given a stream on which a slot came and then nothing but what is no progress
    await stage.serve({ pingIntervalMs: 20 });
    const clock = manualClock();
    const sink = new RecordingSink();
    const subscription = stage.open({ clock, silenceMs: 3_600_000 }).subscribe(FILTER, sink);
    let ended = false;
    subscription.ended.then(() => {
      ended = true;
    });
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    stage.feed.play(5n);
    await stage.reached(sink, 5n);
    await pass(clock, 8_000);
    stage.feed.createBank(6n);
    subscription.pause();
    await pass(clock, 120_000);
    subscription.resume();

    // When it goes on like that
    await pass(clock, 23_000);
    expect(ended).toBe(false);
    const { pings } = sink;
    await waitFor(() => sink.pings > pings + 2, { what: 'more pings' });

    // Then it ends within 30 s
    await pass(clock, 7_000);
    expect(await subscription.ended).toEqual({ kind: 'frozen', detail: 'no new slot came for 24 s' });
  });

  test('ends later each time while the chain stands still for every stream, and as early as ever after a slot', async () => {
    await stage.serve({ pingIntervalMs: 20 });
    const clock = manualClock();
    const source = stage.open({ clock, silenceMs: 3_600_000 });
    const frozenAfter = async (play?: bigint): Promise<number> => {
      const sink = new RecordingSink();
      const subscription = source.subscribe(FILTER, sink);
      let ended = false;
      subscription.ended.then(() => {
        ended = true;
      });
      await waitFor(() => sink.pings >= 2, { what: 'the pong' });
      if (play !== undefined) {
        stage.feed.play(play);
        await stage.reached(sink, play);
      }
      const from = clock.now();
      while (!ended) await pass(clock, 1_000);
      return Math.round((clock.now() - from) / 24_000);
    };
    expect(await frozenAfter()).toBe(1);
    expect(await frozenAfter()).toBe(2);
    expect(await frozenAfter()).toBe(4);
    await frozenAfter(9n);
    expect(await frozenAfter()).toBe(1);
  });

  test('ends as failed when the sink throws', async () => {
    await stage.serve();
    const sink = new RecordingSink();
    const error = new Error('a fault of the sink');
    sink.account = () => {
      throw error;
    };
    const { ended } = await stage.follow(sink);
    stage.feed.play(10n);
    expect(await ended).toEqual({ kind: 'failed', error });
  });

  test('leaves nothing open and delivers nothing after close', async () => {
    await stage.serve();
    const sink = new RecordingSink();
    const source = stage.open();
    const subscription = source.subscribe(FILTER, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    stage.feed.play(10n, manyDrafts(5_000));
    subscription.close();
    const delivered = sink.all.length;
    expect(await subscription.ended).toEqual({ kind: 'closed' });
    await source.close();
    await stage.everythingClosed();
    expect(sink.all).toHaveLength(delivered);
  });

  test('can be closed before it is open', async () => {
    await stage.serve();
    const source = stage.open();
    const subscription = source.subscribe(FILTER, new RecordingSink());
    subscription.close();
    expect(await subscription.ended).toEqual({ kind: 'closed' });
    await stage.everythingClosed();
  });
});

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
