import { describe, expect, test } from 'vitest';
import type { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import type {
  AccountView,
  BlockMeta,
  StreamEnd,
  SubscriptionFilter,
  Transaction,
  UpdateSink,
  UpdateSource,
} from '../../../indexer/model/source.ts';
import { StreamSession } from '../../../indexer/pipeline/stream-session.ts';
import { UnfinalizedTail } from '../../../indexer/track/unfinalized-tail.ts';

const filter: SubscriptionFilter = { commitment: 'confirmed', owner: 'program', accounts: [] };
const meta = (slot: bigint, parentSlot = slot - 1n): BlockMeta => ({
  slot,
  parentSlot,
  blockhash: '',
  blockTime: undefined,
  blockHeight: undefined,
});

function view(slot: bigint, name: number): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot);
  return {
    bytes: Buffer.of(name),
    pubkeyAt: 0,
    ownerAt: 0,
    dataAt: 0,
    dataLength: 1,
    signatureAt: -1,
    numbers,
  };
}

/** A source that the test drives by hand. */
function scripted() {
  let settle: (end: StreamEnd) => void = () => undefined;
  const ended = new Promise<StreamEnd>((resolve) => {
    settle = resolve;
  });
  const state = { closed: false, paused: false, sink: undefined as UpdateSink | undefined };
  const source: UpdateSource = {
    transport: 'scripted',
    subscribe: (_filter, sink) => {
      state.sink = sink;
      return {
        pause: () => {
          state.paused = true;
        },
        resume: () => {
          state.paused = false;
        },
        close: () => {
          state.closed = true;
          settle({ kind: 'closed' });
        },
        ended,
      };
    },
    close: async () => undefined,
  };
  return { source, state, end: (end: StreamEnd) => settle(end) };
}

function transaction(slot: bigint, name: number): Transaction {
  return {
    slot,
    signature: Uint8Array.of(name),
    failed: false,
    accountKeys: [],
    preTokenBalances: [],
    postTokenBalances: [],
    instructions: [],
  };
}

interface Options {
  readonly head?: bigint;
  readonly hold?: boolean;
  readonly admits?: (content: readonly number[]) => boolean;
  readonly tail?: UnfinalizedTail;
}

function session(options: Options = {}) {
  const script = scripted();
  const shown: bigint[] = [];
  const delivered: { slot: bigint; content: readonly number[] }[] = [];
  const late: number[] = [];
  /** The names of the writes in a buffer. */
  const contents = new Map<SlotBuffer, number[]>();
  const contentOf = (buffer: SlotBuffer): readonly number[] => contents.get(buffer) ?? [];
  const write = (buffer: SlotBuffer, name = 0): void => {
    contents.set(buffer, [...contentOf(buffer), name]);
  };
  const writer = {
    room: undefined as Promise<void> | undefined,
    answers: undefined as Promise<void> | undefined,
  };
  const running = new StreamSession({
    source: script.source,
    filter,
    head: options.head ?? 10n,
    hold: options.hold ?? false,
    buffers: new SlotBuffers(),
    tail: options.tail ?? new UnfinalizedTail(),
    flow: {
      account: ({ bytes }, buffer) => write(buffer, bytes[0]),
      transaction: ({ signature }, buffer) => write(buffer, signature[0]),
      lateAccount: ({ bytes }) => late.push(bytes[0] ?? 0),
      lateTransaction: ({ signature }) => late.push(signature[0] ?? 0),
      blockArrived: (slot) => shown.push(slot),
      heard: () => undefined,
      admits: ({ buffer }) => options.admits?.(contentOf(buffer)) ?? true,
      answers: () => writer.answers,
      deliver: ({ meta: { slot }, buffer }) => delivered.push({ slot, content: contentOf(buffer) }),
      get room() {
        return writer.room;
      },
    },
  });
  const frozen = (slot: bigint, writes: number[], parent?: bigint) => {
    for (const name of writes) running.account(view(slot, name));
    running.blockMeta(meta(slot, parent));
    running.slot({ slot, parent: undefined, status: 'confirmed' });
  };
  return { running, delivered, late, shown, frozen, script, writer };
}

test('a transaction belongs to its slot, and one of a slot that has left is told as late', () => {
  const { running, delivered, late, frozen } = session();
  running.transaction(transaction(11n, 7));
  running.transaction(transaction(12n, 8));
  frozen(11n, [1]);
  running.transaction(transaction(11n, 9));
  expect(delivered).toEqual([{ slot: 11n, content: [7, 1] }]);
  expect(late).toEqual([9]);
});

test('a burst of one slot is delivered whole, and a replay of it is not delivered again', () => {
  const { frozen, delivered, late } = session();
  frozen(11n, [1, 2]);
  frozen(11n, [1, 2]);
  frozen(12n, [3]);
  expect(delivered).toEqual([
    { slot: 11n, content: [1, 2] },
    { slot: 12n, content: [3] },
  ]);
  expect(late).toEqual([1, 2]);
});

test('a slot with an unfollowed launch does not leave, and the session ends as discovered', async () => {
  const { running, frozen, delivered, script } = session({ admits: (content) => !content.includes(9) });
  frozen(11n, [1]);
  frozen(12n, [9]);
  frozen(13n, [2]);
  expect(await running.ended).toEqual({ kind: 'discovered' });
  expect(delivered.map(({ slot }) => slot)).toEqual([11n]);
  expect(script.state.closed).toBe(true);
});

test('while a snapshot is read slots are held, and those above it leave afterwards', async () => {
  const { running, frozen, delivered } = session({ head: -1n, hold: true });
  frozen(50n, [1], 48n);
  expect((await running.firstBlock()).slot).toBe(50n);
  frozen(51n, [2]);
  frozen(52n, [3]);
  expect(delivered).toEqual([]);
  expect((await running.whole(51n)).parentSlot).toBe(50n);
  running.release(51n);
  expect(delivered).toEqual([{ slot: 52n, content: [3] }]);
});

test('a held session ends when the slot that was read at died, and waits for one that is merely late', async () => {
  const { running, frozen } = session({ head: -1n, hold: true });
  frozen(50n, [], 48n);
  const late = running.whole(52n);
  for (const slot of [53n, 54n, 55n]) frozen(slot, []);
  frozen(52n, []);
  expect((await late).slot).toBe(52n);
  void running.whole(57n);
  for (const slot of [58n, 59n, 60n, 61n]) frozen(slot, []);
  expect(await running.ended).toEqual({
    kind: 'stranded',
    detail: 'slot 57, at which a node was read, never came',
  });
});

test('missing slots end the session with the place of the break', async () => {
  const { running, frozen } = session();
  for (const slot of [20n, 21n, 22n, 23n]) frozen(slot, []);
  expect(await running.ended).toEqual({
    kind: 'broken',
    chain: { kind: 'missing', head: 10n, slot: 20n, parent: 19n },
  });
});

test('the way in which the source ended is the way in which the session ended', async () => {
  const { running, script } = session();
  script.end({ kind: 'lagged', detail: 'lagged to send an update' });
  expect(await running.ended).toEqual({ kind: 'lagged', detail: 'lagged to send an update' });
});

test('the stream pauses while the writer is full', async () => {
  const { frozen, script, writer } = session();
  frozen(11n, []);
  expect(script.state.paused).toBe(false);
  const { promise, resolve } = Promise.withResolvers<void>();
  writer.room = promise;
  frozen(12n, []);
  expect(script.state.paused).toBe(true);
  writer.room = undefined;
  resolve();
  await promise;
  expect(script.state.paused).toBe(false);
});

describe('a stream that shows that slots which have left are dead', () => {
  const tail = () =>
    new UnfinalizedTail([8n, 9n, 10n].map((slot) => ({ ...meta(slot), parentSlot: slot - 1n })));

  test('ends with the fork when one of them comes with another block, which is not told on', async () => {
    const { running, shown } = session({ tail: tail() });
    running.blockMeta(meta(9n));
    running.blockMeta({ ...meta(10n), blockhash: 'another' });
    expect(await running.ended).toMatchObject({ kind: 'forked', fork: { to: 9n } });
    expect(shown).toEqual([9n]);
  });

  test('ends with the fork when one of them is dead', async () => {
    const { running } = session({ tail: tail() });
    running.slot({ slot: 9n, parent: undefined, status: 'dead' });
    expect(await running.ended).toMatchObject({
      kind: 'forked',
      fork: { to: 8n, cause: 'slot 9 is dead' },
    });
  });

  test('ends with the fork when the chain goes on from below the head', async () => {
    const { running, frozen, delivered } = session({ tail: tail() });
    frozen(12n, [], 9n);
    for (const slot of [13n, 14n, 15n]) frozen(slot, []);
    expect(await running.ended).toMatchObject({ kind: 'forked', fork: { to: 9n } });
    expect(delivered).toEqual([]);
  });

  test('is read anew when a slot that has not left comes with two blocks', async () => {
    const { running, frozen, delivered } = session({ tail: tail() });
    frozen(12n, [1]);
    running.blockMeta({ ...meta(12n), blockhash: 'another' });
    expect(await running.ended).toMatchObject({ kind: 'forked', fork: { to: 10n } });
    expect(delivered).toEqual([]);
  });
});

describe('a slot with accounts that ended', () => {
  test('waits until it is known what they were, and with it the slots behind it and the stream', async () => {
    const { delivered, frozen, script, writer } = session();
    const first = Promise.withResolvers<void>();
    writer.answers = first.promise;
    frozen(11n, [1]);
    frozen(12n, [2]);
    expect([delivered, script.state.paused]).toEqual([[], true]);
    // The first answer was not about all of them.
    const second = Promise.withResolvers<void>();
    writer.answers = second.promise;
    first.resolve();
    await first.promise;
    expect([delivered, script.state.paused]).toEqual([[], true]);
    writer.answers = undefined;
    second.resolve();
    await second.promise;
    expect(delivered.map(({ slot }) => slot)).toEqual([11n, 12n]);
    expect(script.state.paused).toBe(false);
  });

  test('waits no longer than its stream', async () => {
    const { delivered, frozen, script, writer, running } = session();
    const answers = Promise.withResolvers<void>();
    writer.answers = answers.promise;
    frozen(11n, [1]);
    script.end({ kind: 'disconnected', detail: 'gone' });
    expect(await running.ended).toEqual({ kind: 'disconnected', detail: 'gone' });
    writer.answers = undefined;
    answers.resolve();
    await answers.promise;
    expect(delivered).toEqual([]);
  });
});
