import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestView } from '../../../../api/read/latest/view.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import type { CompletedSlot } from '../../../../indexer/model/completed-slot.ts';
import { prepareIndex } from '../../../../indexer/write/resume.ts';
import { Writer } from '../../../../indexer/write/writer.ts';
import { TEST_IDENTITY } from '../../../indexer/write/test-identity.ts';
import { openMigrated } from '../../../support/migrated-store.ts';
import {
  addEscrow,
  addLaunch,
  addPledge,
  addQuarantined,
  closeLaunch,
  emptySlot,
} from '../../../support/slot-maker.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { followIndex } from '../../support/mirror-under-test.ts';

const logger = pino({ level: 'silent' });

let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-pushed-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

const anySlot = fc.record({
  skipped: fc.bigInt(0n, 2n),
  writes: fc.array(
    fc.record({
      kind: fc.constantFrom('launch', 'escrow', 'pledge', 'pledge', 'pledge', 'close'),
      launchId: fc.bigInt(1n, 3n),
      pledger: fc.constantFrom('a', 'b', 'c'),
      amount: fc.bigInt(0n, 2n ** 64n - 1n),
    }),
    { maxLength: 5 },
  ),
  also: fc.oneof(
    { weight: 8, arbitrary: fc.constant('nothing') },
    fc.constantFrom('quarantine', 'correction'),
  ),
  /** Whether the reader is not told of it. */
  isMissed: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
  /** Whether the reader gets to read the store before the next slot. */
  pauses: fc.boolean(),
});
type Drawn = typeof anySlot extends fc.Arbitrary<infer Value> ? Value : never;

function fill({ buffer }: CompletedSlot, slot: bigint, { writes, also }: Drawn): void {
  for (const { kind, launchId, pledger, amount } of writes) {
    if (kind === 'launch') addLaunch(buffer, { slot, launchId, totalPledged: amount });
    if (kind === 'escrow') addEscrow(buffer, { slot, launchId, amount });
    if (kind === 'pledge') addPledge(buffer, { slot, launchId, pledger, amount });
    if (kind === 'close') closeLaunch(buffer, { slot, launchId });
  }
  if (also === 'quarantine') addQuarantined(buffer, slot, `odd ${slot}`);
}

/** Everything that is answered of the newest state. */
async function everything({ store }: ReturnType<typeof followIndex>): Promise<unknown> {
  const { snapshot } = store;
  const { stamp } = snapshot();
  const view = latestView(snapshot());
  const { facts } = await view.launches({ limit: 10 });
  const pages = await Promise.all([1n, 2n, 3n].map((launchId) => view.pledges({ launchId, limit: 10 })));
  return { slot: stamp.slot, now: stamp.now, facts, pages: pages.map((page) => page.facts) };
}

test('slots that are pushed lead to the state that the store has, whatever comes between them', async () => {
  const { start } = await prepareIndex({ olap, identity: TEST_IDENTITY, clock: systemClock, logger });
  let isMissed = false;
  let push: ReturnType<typeof followIndex>['store'] | undefined;
  const writer: Writer = new Writer({
    ...{ olap, clock: systemClock, logger, start, commitment: 'confirmed' },
    reader: { alone: true, onTaken: (slot) => isMissed || push?.push(slot), onStuck: () => push?.nudge() },
    onCheckpoint: (checkpoint) => push?.nudge(checkpoint),
  });
  const followed = followIndex(olap, { pollMs: 3_600_000, settle: () => writer.settle() });
  push = followed.store;
  let at = 100n;
  await writer.append(emptySlot(at));
  await writer.flush();
  const shows = (slot: bigint) =>
    waitFor(() => followed.store.held?.stamp.slot === slot, { what: `slot ${slot}` });
  await shows(at);
  let pushedOnly = 0;
  const seed = Date.now();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(anySlot, { minLength: 4, maxLength: 10 }), async (slots) => {
        for (const drawn of slots) {
          const parent = at;
          at += 1n + drawn.skipped;
          const slot = emptySlot(at, parent);
          fill(slot, at, drawn);
          isMissed = drawn.isMissed;
          await writer.append(slot);
          if (drawn.also === 'correction') {
            addPledge(slot.buffer, { slot: at, launchId: 1n, pledger: 'd', amount: 7n, writeVersion: 9n });
            await writer.correct(slot);
          }
          const { held } = followed.store;
          if (held?.stamp.slot === at && (writer.checkpoint?.slot ?? 0n) < at) pushedOnly += 1;
          if (drawn.pauses && !isMissed) await shows(at);
        }
        followed.store.nudge();
        await shows(at);
        await writer.flush();
        await followed.store.settled();
        const fresh = followIndex(olap);
        try {
          await fresh.reaches(at);
          const read = await everything(fresh);
          await waitFor(
            async () => {
              const ours = await everything(followed);
              return JSON.stringify(ours, text) === JSON.stringify(read, text);
            },
            { what: 'the pushed state to be that of the store' },
          );
        } finally {
          await fresh.stop();
        }
      }),
      { numRuns: 6, seed, endOnFailure: true },
    );
    expect(pushedOnly, `seed ${seed}`).toBeGreaterThan(0);
  } finally {
    await followed.stop();
    await writer.close();
  }
});

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
