import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../../../core/kernel/settings/schema.ts';
import type { Subscription, UpdateSink } from '../../../indexer/model/source.ts';
import { COMPRESSIONS, type Compression } from '../../../indexer/source/transport/compression.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { key, key58 } from '../../support/scripted-feed.ts';
import { waitFor } from '../../support/wait-for.ts';
import { FILTER, manyDrafts, quiet, recorded, Stage } from './stage.ts';

describe.each(TRANSPORTS)('the %s transport', (transport) => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage(transport);
  });
  afterEach(() => stage.close());

  test('delivers a slot whole and in order, every field as the chain has it', async () => {
    // Given a slot with a signed and an unsigned write, an empty account and numbers above 2^53
    await stage.serve();
    const sink = new RecordingSink();
    await stage.follow(sink);
    const drafts = [
      { pubkey: key('a'), lamports: 18_446_744_073_709_551_615n, data: new Uint8Array(343).fill(7) },
      { pubkey: key('b'), signature: undefined },
      { pubkey: key('c'), lamports: 0n, data: new Uint8Array() },
      { pubkey: key('other'), owner: key('other program') },
    ];
    // When it is played
    stage.feed.play(9_007_199_254_740_993n, drafts);
    await stage.reached(sink, 9_007_199_254_740_993n);
    // Then the sink holds it, the foreign account left out
    const writes = stage.feed.recentSlots()[0]?.block.writes.slice(0, 3) ?? [];
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
    await stage.serve();
    const sink = new RecordingSink();
    await stage.follow(sink);
    for (let slot = 10n; slot < 30n; slot++) stage.feed.play(slot, manyDrafts(500));
    await stage.reached(sink, 29n);
    const versions = sink.accounts.map(({ writeVersion }) => writeVersion);
    expect(versions).toHaveLength(10_000);
    expect(versions).toEqual(versions.toSorted((a, b) => Number(a - b)));
  });

  test('tells of dead slots', async () => {
    await stage.serve();
    const sink = new RecordingSink();
    await stage.follow(sink);
    stage.feed.createBank(10n);
    stage.feed.die(10n, 'bad block');
    await waitFor(() => sink.slots.length > 0, { what: 'the dead slot' });
    expect(sink.slots).toEqual([{ slot: 10n, parent: 9n, status: 'dead', deadError: 'bad block' }]);
  });

  test('replays from a slot inside the window, ascending and then live', async () => {
    await stage.serve();
    for (let slot = 10n; slot < 20n; slot++) stage.feed.play(slot);
    const sink = new RecordingSink();
    await stage.follow(sink, { fromSlot: 15n });
    stage.feed.play(20n);
    await stage.reached(sink, 20n);
    expect(sink.metas.map(({ slot }) => slot)).toEqual([15n, 16n, 17n, 18n, 19n, 20n]);
    expect(sink.accounts).toHaveLength(6);
  });

  test('holds the server back while paused, in bounded memory, and loses nothing', async () => {
    // Given a paused stream
    await stage.serve();
    const sink = new RecordingSink();
    const subscription = await stage.follow(sink);
    subscription.pause();
    const before = stage.proxy.bytesToClients;
    // When far more arrives than any window holds
    stage.feed.play(10n, manyDrafts(20_000, 2_000));
    await quiet(() => stage.proxy.bytesToClients);
    // Then nothing is delivered and most of it still waits at the server
    expect(sink.all).toEqual([]);
    expect(stage.proxy.bytesToClients - before).toBeLessThan(20_000_000);
    // And after resuming it all comes, in order
    subscription.resume();
    await stage.reached(sink, 10n);
    const versions = sink.accounts.map(({ writeVersion }) => writeVersion);
    expect(versions).toEqual(
      stage.feed.recentSlots()[0]?.block.writes.map(({ writeVersion }) => writeVersion),
    );
  });

  test('stops at the very update whose sink asked for a pause', async () => {
    await stage.serve();
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
    subscription = stage.open().subscribe(FILTER, pausing);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    stage.feed.play(10n, manyDrafts(250));
    for (const count of [100, 200]) {
      await waitFor(() => sink.accounts.length >= count, { what: `${count} accounts` });
      await quiet(() => sink.accounts.length);
      expect(sink.accounts).toHaveLength(count);
      subscription.resume();
    }
    await stage.reached(sink, 10n);
    expect(sink.accounts).toHaveLength(250);
  });

  test.each([
    ['in good order', 0, ''],
    ['with an error', 8, 'enough'],
  ])('has a pause overtaken by an end %s and leaves no hole', async (_case, code, message) => {
    // Given a paused stream with a slot on its way, after which the server ends the stream
    const isNextSlot = (sent: { kind: string }) => 'slot' in sent && sent.slot === 11n;
    await stage.serve({ faults: { beforeSend: (sent) => (isNextSlot(sent) ? { code, message } : 'send') } });
    const sink = new RecordingSink();
    const subscription = await stage.follow(sink);
    subscription.pause();
    stage.feed.play(10n, manyDrafts(200));
    stage.feed.createBank(11n);
    await waitFor(() => stage.proxy.bytesToClients > 50_000, { what: 'the slot to pass' });
    await quiet(() => stage.proxy.bytesToClients);
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
    const writes = stage.feed.recentSlots()[0]?.block.writes ?? [];
    const delivered = code === 0 ? writes.length : sink.accounts.length;
    expect(sink.accounts).toEqual(writes.slice(0, delivered).map(recorded));
  });
});

test.each(COMPRESSIONS)('http2 takes fewer bytes for the same updates with %s', async (compression) => {
  const bytes = async (asked: 'none' | Compression): Promise<number> => {
    const stage = new Stage('http2');
    await stage.serve();
    const sink = new RecordingSink();
    stage.open({ compression: asked }).subscribe(FILTER, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    stage.feed.play(10n, manyDrafts(200));
    await stage.reached(sink, 10n);
    expect(sink.accounts).toHaveLength(200);
    await stage.close();
    return stage.proxy.bytesToClients;
  };
  expect(await bytes(compression)).toBeLessThan((await bytes('none')) * 0.8);
});
