import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { followLaunches } from '../../../api/actions/webhooks/follow-launches.ts';
import type { LatestSnapshot } from '../../../api/read/latest/snapshot.ts';
import type { StoreStep } from '../../../api/read/latest/store.ts';
import { type AnnouncedPhases, createAnnouncedPhases } from '../../../api/state/webhooks/announced-phases.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { LAUNCH_STATUSES, type LaunchStatus } from '../../../schemas/launch-statuses.ts';
import { webhookEvent } from '../../../schemas/webhooks/event.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

const bodyRow = z.object({ body: z.string() });
type Launches = Readonly<Record<number, LaunchStatus>>;

let store: DecisionStore;
beforeAll(async () => {
  store = await embeddedDecisions();
  await store.oltp.run(
    `INSERT INTO webhooks (id, owner, url, label, events, created_at)
      VALUES ('w', 'o', 'https://a.example', '', '{launch.phase_changed,launch.settled}', now())`,
  );
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

/** One process that follows an index of which the test says what stands in it. */
class Follower implements AsyncDisposable {
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(step: StoreStep) => void>();
  readonly #clock = manualClock();
  readonly #running: Promise<void>;

  constructor(announced: AnnouncedPhases = createAnnouncedPhases(store.oltp)) {
    this.#running = followLaunches({
      store: {
        held: undefined,
        onStep: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      announced,
      ...{ clock: this.#clock, logger: createLogger('silent'), signal: this.#ending.signal },
    });
  }

  /** Steps to a state and waits until all of it was looked at. */
  async step(indexedAt: number, launches: Launches, changed?: readonly number[]): Promise<void> {
    const snapshot = snapshotOf(indexedAt, launches);
    const launchIds = changed && new Set(changed.map(BigInt));
    for (const listener of this.#listeners) listener({ snapshot, launchIds });
    await waitFor(() => this.#clock.sleepers > 0, { what: 'the follower to rest' });
  }

  /** Lets so much time pass, and waits until it rests again. */
  async wait(ms: number): Promise<void> {
    this.#clock.advance(ms);
    await waitFor(() => this.#clock.sleepers > 0, { what: 'the follower to rest again' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}

function snapshotOf(indexedAt: number, launches: Launches): LatestSnapshot {
  const states = Object.entries(launches).map(([id, status]) => ({
    ...{ launchId: BigInt(id), address: pubkeyOf(`launch ${id}`), status, totalPledged: 5n },
    ...{ tokenAllocation: 2n ** 64n - 1n, updatedSlot: BigInt(100 + LAUNCH_STATUSES.indexOf(status)) },
  }));
  const state = {
    launches: states,
    entry: (id: bigint) => {
      const found = states.find(({ launchId }) => launchId === id);
      return found && { config: { ...found, closed: false } };
    },
  };
  const identity = { cluster: 'localnet', programId: pubkeyOf('program') };
  return { state, stamp: { checkpoint: { indexedAt }, identity } } as unknown as LatestSnapshot;
}

const announced = async () => {
  const rows = await store.oltp.query('SELECT body FROM webhook_deliveries ORDER BY id', [], bodyRow);
  return rows.map(({ body }) => {
    const { type, slot, data } = webhookEvent.parse(JSON.parse(body));
    const { launch_id, previous_phase, phase, outcome } = data as Record<string, string>;
    return [type.slice('launch.'.length), launch_id, previous_phase ?? outcome, phase, slot];
  });
};

describe('launches that are followed', () => {
  beforeEach(async () => {
    await store.oltp.run('DELETE FROM webhook_deliveries');
    await store.oltp.run('DELETE FROM told_phases');
    await store.oltp.run('DELETE FROM told_chains');
  });

  test('tell each new phase once, and each outcome once', async () => {
    await using follower = new Follower();
    await follower.step(1, { 1: 'pending' });
    expect(await announced()).toEqual([]);
    await follower.step(2, { 1: 'active', 2: 'pending' }, [1, 2]);
    await follower.step(3, { 1: 'active', 2: 'pending' }, [1]);
    await follower.step(4, { 1: 'succeeded', 2: 'failed' }, [1, 2]);
    await follower.step(5, { 1: 'finalized', 2: 'failed' }, [1]);
    expect(await announced()).toEqual([
      ['phase_changed', '1', 'pending', 'active', 101],
      ['phase_changed', '2', 'not_created', 'pending', 100],
      ['phase_changed', '1', 'active', 'succeeded', 102],
      ['settled', '1', 'succeeded', 'succeeded', 102],
      ['phase_changed', '2', 'pending', 'failed', 103],
      ['settled', '2', 'failed', 'failed', 103],
      ['phase_changed', '1', 'succeeded', 'finalized', 104],
    ]);
  });

  test('tell what happened while nothing ran, and nothing of what stood before the first start', async () => {
    {
      await using follower = new Follower();
      await follower.step(1, { 1: 'active', 2: 'succeeded' });
    }
    await using again = new Follower();
    await again.step(9, { 1: 'failed', 2: 'succeeded', 3: 'active' });
    expect(await announced()).toEqual([
      ['phase_changed', '1', 'active', 'failed', 103],
      ['settled', '1', 'failed', 'failed', 103],
      ['phase_changed', '3', 'not_created', 'active', 101],
    ]);
  });

  test('tell the very first launch of a chain, whatever ended before it came', async () => {
    {
      await using follower = new Follower();
      await follower.step(1, {});
    }
    await using again = new Follower();
    await again.step(5, { 1: 'active' });
    expect(await announced()).toEqual([['phase_changed', '1', 'not_created', 'active', 101]]);
  });

  test('tell the very first launch of a chain after a failure that made them look anew', async () => {
    const phases = createAnnouncedPhases(store.oltp);
    let failures = 0;
    const failing: AnnouncedPhases = {
      ...phases,
      announce: async (...seen) => {
        if (failures++ === 0) throw new LaunchlensError('INTERNAL', {});
        return phases.announce(...seen);
      },
    };
    await using follower = new Follower(failing);
    await follower.step(1, {});
    await follower.step(2, { 1: 'pending' }, [1]);
    expect(await announced()).toEqual([]);
    await follower.wait(500);
    expect(await announced()).toEqual([['phase_changed', '1', 'not_created', 'pending', 100]]);
  });

  test('tell what is new to whoever looked at the chain first, whoever else looks for the first time', async () => {
    const phases = createAnnouncedPhases(store.oltp);
    await using first = new Follower();
    await first.step(1, {});
    // It asked before the first had looked, and has seen a launch meanwhile.
    const asked = [undefined];
    await using second = new Follower({
      ...phases,
      all: async (chain) => (asked.length > 0 ? asked.pop() : phases.all(chain)),
    });
    await second.step(2, { 1: 'pending', 2: 'pending' });
    await first.step(3, { 1: 'pending', 2: 'pending' }, [1, 2]);
    expect((await announced()).map(([, id]) => id)).toEqual(['1', '2']);
  });

  test('tell nothing of thousands that stood there at the first look', async () => {
    const launches = Object.fromEntries(Array.from({ length: 2_500 }, (_, id) => [id, 'active' as const]));
    await using follower = new Follower();
    await follower.step(1, launches);
    await follower.step(2, { ...launches, 2400: 'failed' }, [2_400]);
    expect((await announced()).map(([type, id]) => [type, id])).toEqual([
      ['phase_changed', '2400'],
      ['settled', '2400'],
    ]);
  });

  test('tell each phase once, of however many processes follow, and go by the one that saw most', async () => {
    await using fast = new Follower();
    await using slow = new Follower();
    for (const each of [fast, slow]) await each.step(1, { 1: 'pending' });
    await Promise.all([fast, slow].map((each) => each.step(2, { 1: 'active' }, [1])));
    await fast.step(4, { 1: 'succeeded' }, [1]);
    await slow.step(3, { 1: 'active' });
    await slow.step(4, { 1: 'succeeded' }, [1]);
    expect((await announced()).map(([type, , , phase]) => [type, phase])).toEqual([
      ['phase_changed', 'active'],
      ['phase_changed', 'succeeded'],
      ['settled', 'succeeded'],
    ]);
  });

  test('tell what they could not at first, and nothing of it twice', async () => {
    const phases = createAnnouncedPhases(store.oltp);
    let failures = 0;
    const failing: AnnouncedPhases = {
      ...phases,
      announce: async (...seen) => {
        if (seen[1].launchId === 2n && failures++ === 0) throw new LaunchlensError('INTERNAL', {});
        return phases.announce(...seen);
      },
    };
    await using follower = new Follower(failing);
    await follower.step(1, { 1: 'pending', 2: 'pending', 3: 'pending' });
    await follower.step(2, { 1: 'active', 2: 'active', 3: 'active' }, [1, 2, 3]);
    expect((await announced()).map(([, id]) => id)).toEqual(['1']);
    await follower.wait(500);
    expect((await announced()).map(([, id]) => id)).toEqual(['1', '2', '3']);
  });

  test('tell the way back from a phase that died with its fork', async () => {
    await using follower = new Follower();
    await follower.step(1, { 1: 'active' });
    await follower.step(2, { 1: 'failed' }, [1]);
    await follower.step(3, { 1: 'active' });
    await follower.step(4, { 1: 'failed' }, [1]);
    expect((await announced()).map(([type, , before]) => [type, before])).toEqual([
      ['phase_changed', 'active'],
      ['settled', 'failed'],
      ['phase_changed', 'failed'],
      ['phase_changed', 'active'],
      ['settled', 'failed'],
    ]);
  });
});
