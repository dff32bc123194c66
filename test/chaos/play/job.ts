import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../core/kernel/logger.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import { SCENES } from '../boundaries/scenes.ts';
import { walk } from '../boundaries/walk.ts';
import type { Walked, WalkTask } from '../boundaries/walked.ts';
import type { Plan, StoreKind } from '../plan/fault.ts';
import { killSubjects } from '../subject/process.ts';
import { MortalServer } from './mortal-server.ts';
import type { Outcome } from './outcome.ts';
import { play } from './play.ts';
import { type ChaosStore, openEmbeddedStore, openServerStore } from './store.ts';

const PREFIX = join(tmpdir(), 'launchlens-chaos-');

interface StoreWanted {
  readonly store: StoreKind;
  /** Without its schema. */
  readonly fresh: boolean;
  /** On a disk that can be filled. */
  readonly fills?: boolean;
}

/** How many servers a store is spread over. */
const SHARDS = { server: 1, cluster: 2 } as const;

/** Plays one plan after another, on ClickHouse servers that are started when the first plan needs them. */
export class Job {
  /** By what they are: a disk that can be filled is mounted only where a plan fills it. */
  readonly #servers = new Map<string, Promise<MortalServer>>();
  #template: Promise<string> | undefined;
  /** Of plays that have not ended, by their directories. */
  readonly #open = new Map<string, ChaosStore | undefined>();

  play(plan: Plan): Promise<Outcome> {
    const fills = plan.faults.some(({ kind }) => kind === 'disk-full');
    return this.#onStore({ ...plan, fills }, async (store) => {
      const outcome = await play(plan, store);
      if (outcome.wrong.length === 0) return outcome;
      const log = join(tmpdir(), `launchlens-chaos-seed-${plan.seed}-${plan.store}.log`);
      await copyFile(store.logFile, log);
      return { ...outcome, log };
    });
  }

  walk(task: WalkTask): Promise<Walked> {
    return this.#onStore({ store: task.store, fresh: SCENES[task.scene].bare }, (store) => walk(task, store));
  }

  async #onStore<Came>(wanted: StoreWanted, use: (store: ChaosStore) => Promise<Came>): Promise<Came> {
    const directory = await mkdtemp(PREFIX);
    this.#open.set(directory, undefined);
    try {
      const store = await this.#openStore(wanted, directory);
      this.#open.set(directory, store);
      return await use(store);
    } finally {
      await this.#clear(directory);
    }
  }

  async #clear(directory: string): Promise<void> {
    await this.#open.get(directory)?.close();
    this.#open.delete(directory);
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Leaves nothing behind, not of a play that is broken off either. */
  async close(): Promise<void> {
    await killSubjects();
    for (const server of this.#servers.values()) await (await server).stop();
    for (const directory of [...this.#open.keys()]) await this.#clear(directory);
    const template = await this.#template;
    if (template !== undefined) await rm(template, { recursive: true, force: true });
  }

  async #openStore({ store, fresh, fills = false }: StoreWanted, directory: string): Promise<ChaosStore> {
    const data = join(directory, 'data');
    await mkdir(data);
    if (store !== 'embedded') return openServerStore(directory, await this.#serverFor(store, fills));
    const disk = fills ? await mountSmallDisk(data) : undefined;
    if (!fresh) {
      this.#template ??= makeTemplate();
      await cp(await this.#template, data, { recursive: true, verbatimSymlinks: true });
    }
    return openEmbeddedStore(directory, disk);
  }

  #serverFor(store: keyof typeof SHARDS, fills: boolean): Promise<MortalServer> {
    const what = `${store} ${fills}`;
    const server = this.#servers.get(what) ?? MortalServer.start(SHARDS[store], fills);
    this.#servers.set(what, server);
    return server;
  }
}

/** A store with nothing but its schema, since making that takes longer than copying it. */
async function makeTemplate(): Promise<string> {
  const dataDir = await mkdtemp(PREFIX);
  const logger = createLogger('silent');
  const olap = await createOlap({ dataDir, logger });
  try {
    await migrate(olap, { logger });
  } finally {
    await olap.close();
  }
  return dataDir;
}
