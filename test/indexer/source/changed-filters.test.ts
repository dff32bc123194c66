import { beforeEach, expect, test } from 'vitest';
import { geyser } from '../../../core/kernel/geyser.ts';
import type { SubscriptionFilter } from '../../../indexer/model/source.ts';
import type { StreamShare } from '../../../indexer/source/shares.ts';
import { StreamSubscription } from '../../../indexer/source/subscription.ts';
import type { RawHandlers } from '../../../indexer/source/transport/transport.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { key58 } from '../../support/scripted-feed.ts';

const SHARE: StreamShare = { owner: key58('program'), accounts: [[key58('a')]], transactions: [] };
const FILTER: SubscriptionFilter = { commitment: 'confirmed', owner: key58('program'), accounts: [] };
const CHANGED = { ...FILTER, fromSlot: 90n, replaysBelow: 100n };

const requests: ReturnType<typeof geyser.SubscribeRequest.decode>[] = [];
let server: RawHandlers;
let stream: StreamSubscription;
let before: RecordingSink;
let after: RecordingSink;

beforeEach(() => {
  requests.length = 0;
  before = new RecordingSink();
  after = new RecordingSink();
  const note = (request: Uint8Array) => requests.push(geyser.SubscribeRequest.decode(request));
  stream = new StreamSubscription(FILTER, before, {
    share: SHARE,
    clock: manualClock(),
    silenceMs: 1_000,
    frozenMs: 1_000,
    transport: {
      name: 'scripted',
      open: (handlers, request) => {
        server = handlers;
        note(request);
        return { write: note, pause: () => {}, resume: () => {}, cancel: () => {} };
      },
    },
  });
});

/** The server sends a block that matched the filters of a request, or a ping. */
function send(update: { slot: number; request: number } | 'ping'): void {
  const content =
    update === 'ping'
      ? { ping: {} }
      : {
          filters: Object.keys(requests[update.request]?.blocksMeta ?? {}),
          blockMeta: { slot: `${update.slot}`, parentSlot: `${update.slot - 1}`, blockhash: key58('block') },
        };
  const bytes = Buffer.from(
    geyser.SubscribeUpdate.encode(geyser.SubscribeUpdate.fromPartial(content)).finish(),
  );
  server.message(bytes, 0, bytes.length);
}

const blocks = ({ metas }: RecordingSink): bigint[] => metas.map(({ slot }) => slot);

test('updates of earlier requests are ignored until the first one of the newest', () => {
  send({ slot: 100, request: 0 });
  stream.change(CHANGED, new RecordingSink(), SHARE);
  stream.change(CHANGED, after, SHARE);
  send({ slot: 101, request: 0 });
  send({ slot: 90, request: 1 });
  expect(stream.unconfirmed).toBe(true);
  for (const slot of [91, 92, 101]) send({ slot, request: 2 });
  expect(stream.unconfirmed).toBe(false);
  expect([blocks(before), blocks(after)]).toEqual([[100n], [91n, 92n, 101n]]);
});

test('a ping is answered while the change is awaited', () => {
  stream.change(CHANGED, after, SHARE);
  send('ping');
  expect(requests.at(-1)?.ping).toBeDefined();
  expect(stream.unconfirmed).toBe(true);
});

test('a stream that goes on without a replay ends before anything of it counts', async () => {
  stream.change(CHANGED, after, SHARE);
  send({ slot: 101, request: 1 });
  expect(await stream.ended).toMatchObject({ kind: 'replay_unavailable' });
  expect([blocks(after), stream.unconfirmed]).toEqual([[], true]);
});
