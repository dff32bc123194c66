import { expect, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import type { FlowRange } from '../../../indexer/model/completed-slot.ts';
import type { StreamEnd, UpdateSource } from '../../../indexer/model/source.ts';
import type { FollowedIndex, PipelineOptions } from '../../../indexer/pipeline/options.ts';
import { Pipeline } from '../../../indexer/pipeline/pipeline.ts';
import { createStats } from '../../../indexer/pipeline/stats.ts';

const HEAD = 1_000n;
/** Where a stream begins that shows again whatever may still come late. */
const OVERLAP = 984n;
const WINDOW = 'from_slot is not available';

const movedTo = (firstAvailable: bigint): StreamEnd => ({
  kind: 'out_of_range',
  detail: WINDOW,
  firstAvailable,
});
const away: StreamEnd = { kind: 'disconnected', detail: 'connection refused' };
const refused: StreamEnd = { kind: 'replay_unavailable', detail: 'failed to get replay response' };
const frozen: StreamEnd = { kind: 'frozen', detail: 'nothing came' };

/** Ends one stream after another as told; the one after them stays open. */
function scripted(ends: readonly StreamEnd[]) {
  const asked: (bigint | undefined)[] = [];
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const source: UpdateSource = {
    transport: 'scripted',
    subscribe: ({ fromSlot }) => {
      const end = ends[asked.length];
      asked.push(fromSlot);
      const { promise: closed, resolve: close } = Promise.withResolvers<StreamEnd>();
      if (!end) resolve();
      return {
        pause: () => undefined,
        resume: () => undefined,
        close: () => close({ kind: 'closed' }),
        ended: end ? Promise.resolve(end) : closed,
      };
    },
    close: async () => undefined,
  };
  return { asked, open, source };
}

/** Of the slots that were indexed last, what the index and the chain's blocks have. */
type Doubt = Pick<PipelineOptions, 'rpc'> & Pick<FollowedIndex, 'writersOf'>;

/**
 * The last slot before the head is `indexed` in the index, and the chain's block of it is `block`, which the node
 * does not have when it is asked for the first `absences` times.
 */
function doubt(indexed: string, block: string, absences = 0): Doubt & { readonly tail: readonly object[] } {
  let asked = 0;
  const blockThere = () => ++asked > absences;
  const rpc = {
    ledger: {
      getBlockWrites: async () => (blockThere() ? { blockhash: block, transactions: [] } : undefined),
      hasBlock: async () => true,
    },
    getSlot: async () => HEAD,
  };
  const slot = { slot: 985n, parentSlot: 984n, blockhash: indexed, blockTime: undefined };
  const tail = [{ ...slot, noReturn: false, readWhole: false }];
  return { rpc: rpc as never, writersOf: async () => new Map(), tail };
}

interface Index extends Partial<ReturnType<typeof doubt>> {
  readonly mints?: readonly string[];
  /** Of a program whose instructions and events are stored: since when they are known. */
  readonly callsFrom?: bigint;
}

/** A pipeline of an index that ends at `HEAD`. */
function pipelineFrom(source: UpdateSource, { callsFrom, ...index }: Index = {}) {
  const { tail, rpc = {} as never, writersOf, mints = [] } = index;
  const stats = createStats();
  const flows: FlowRange[] = [];
  const none = async (): Promise<void> => undefined;
  const pipeline = new Pipeline({
    source,
    rpc,
    writer: {
      append: none,
      correct: none,
      snapshot: none,
      full: false,
      heard: () => undefined,
      flows: (ranges) => void flows.push(...ranges),
    },
    decoder: {
      account: () => undefined,
      transaction: () => undefined,
      tokenAccounts: () => [],
      follow: () => true,
    } as never,
    programId: LOCALNET_PROGRAM_ID,
    commitment: 'confirmed',
    storesCalls: callsFrom !== undefined,
    resume: {
      head: HEAD,
      launches: [],
      mints,
      flowsFrom: callsFrom,
      ...(tail ? { tail: tail as never } : {}),
    },
    index: { currentAccounts: async () => new Map(), ...(writersOf && { writersOf }) },
    stats,
    clock: { now: () => 0, sleep: none },
    logger: createLogger('silent'),
  });
  return { pipeline, stats, flows };
}

/** Follows the chain from `HEAD` until a stream stays open; gives the slots that streams were asked from. */
async function followed(ends: readonly StreamEnd[], index?: Index) {
  const { asked, snapshots } = await followedWithCalls(ends, index);
  return { asked, snapshots };
}

/** The same, and the ranges of slots whose transactions are known. */
async function followedWithCalls(ends: readonly StreamEnd[], index?: Index) {
  const { asked, open, source } = scripted(ends);
  const { pipeline, stats, flows } = pipelineFrom(source, index);
  const stop = new AbortController();
  const running = pipeline.run(stop.signal);
  await Promise.race([open, running]);
  stop.abort();
  await running;
  return { asked, snapshots: stats.snapshots, flows };
}

test('a replay follows the window of a node that moves on from one request to the next, up to the head', async () => {
  const ends = [movedTo(990n), movedTo(995n), movedTo(HEAD + 1n)];
  expect(await followed(ends)).toEqual({ asked: [OVERLAP, 990n, 995n, HEAD + 1n], snapshots: 0 });
});

test('a window that moves on while a node is away, or refuses to replay, is followed once it is back', async () => {
  const ends = [away, refused, movedTo(990n), frozen, movedTo(997n), away];
  const asked = [OVERLAP, OVERLAP, OVERLAP, 990n, OVERLAP, 997n, OVERLAP];
  expect(await followed(ends)).toEqual({ asked, snapshots: 0 });
});

test('a window that begins above the slot after the head leaves nothing but a snapshot', async () => {
  const ends = [movedTo(990n), movedTo(HEAD + 2n)];
  expect(await followed(ends)).toEqual({ asked: [OVERLAP, 990n, undefined], snapshots: 1 });
});

test('a node that names the same slot again is not asked again', async () => {
  const ends = [movedTo(990n), movedTo(990n)];
  expect(await followed(ends)).toEqual({ asked: [OVERLAP, 990n, undefined], snapshots: 1 });
});

test('a window is followed above slots that the blocks of the chain prove', async () => {
  expect(await followed([movedTo(990n)], doubt('block', 'block'))).toEqual({
    asked: [OVERLAP, 990n],
    snapshots: 0,
  });
});

test('a window is followed once a node has the block that it did not have at first', async () => {
  expect(await followed([movedTo(990n)], doubt('block', 'block', 2))).toEqual({
    asked: [OVERLAP, 990n],
    snapshots: 0,
  });
});

test('slots that a window has passed may lack instructions, which their blocks do not show', async () => {
  const index = { ...doubt('block', 'block'), callsFrom: 500n };
  expect(await followedWithCalls([movedTo(990n)], index)).toEqual({
    ...{ asked: [OVERLAP, 990n], snapshots: 0 },
    flows: [
      { from: 500n, to: 984n },
      { from: 990n, to: undefined },
    ],
  });
});

test('what was not known before stays unknown where a window passes it', async () => {
  const index = { ...doubt('block', 'block'), callsFrom: 987n };
  expect((await followedWithCalls([movedTo(990n)], index)).flows).toEqual([
    { from: 987n, to: 986n },
    { from: 990n, to: undefined },
  ]);
});

test('a window that passes only what is past doubt leaves every instruction known', async () => {
  const index = { ...doubt('block', 'block'), callsFrom: 500n };
  expect(await followedWithCalls([movedTo(985n)], index)).toEqual({
    ...{ asked: [OVERLAP, 985n], snapshots: 0 },
    flows: [],
  });
});

test('an index that stores no instructions has no ranges of them', async () => {
  expect((await followedWithCalls([movedTo(990n)], doubt('block', 'block'))).flows).toEqual([]);
});

test('a window is not followed above a slot that no block proves', async () => {
  expect(await followed([movedTo(990n)], doubt('block', 'another'))).toEqual({
    asked: [OVERLAP, undefined],
    snapshots: 1,
  });
});

test('a failure that no retry can fix ends the run with its error', async () => {
  const failure = new TypeError('no such field');
  const rpc = { getAccountsAtOneSlot: () => Promise.reject(failure) } as never;
  const { pipeline } = pipelineFrom(scripted([]).source, { rpc, mints: [LOCALNET_PROGRAM_ID] });
  await expect(pipeline.run(new AbortController().signal)).rejects.toBe(failure);
});
