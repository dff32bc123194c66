import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../core/kernel/logger.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';
import type { Plan } from '../plan/fault.ts';
import { MortalServer } from './mortal-server.ts';
import type { Outcome } from './outcome.ts';
import { play } from './play.ts';
import { type ChaosStore, openEmbeddedStore, openServerStore } from './store.ts';

const PREFIX = join(tmpdir(), 'launchlens-chaos-');

/** Plays one plan after another, on a ClickHouse server that is started when the first plan needs it. */
export class Job {
  #server: Promise<MortalServer> | undefined;
  #template: Promise<string> | undefined;

  async play(plan: Plan): Promise<Outcome> {
    const directory = await mkdtemp(PREFIX);
    try {
      const store = await this.#openStore(plan, directory);
      try {
        return await play(plan, store);
      } finally {
        await store.close();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    await (await this.#server)?.stop();
    const template = await this.#template;
    if (template !== undefined) await rm(template, { recursive: true, force: true });
  }

  async #openStore(plan: Plan, directory: string): Promise<ChaosStore> {
    const data = join(directory, 'data');
    await mkdir(data);
    if (plan.store === 'server') {
      this.#server ??= MortalServer.start();
      return openServerStore(directory, await this.#server);
    }
    const fills = plan.faults.some(({ kind }) => kind === 'disk-full');
    const disk = fills ? await mountSmallDisk(data) : undefined;
    if (!plan.fresh) {
      this.#template ??= makeTemplate();
      await cp(await this.#template, data, { recursive: true, verbatimSymlinks: true });
    }
    return openEmbeddedStore(directory, disk);
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
