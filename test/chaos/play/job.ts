import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '../plan/fault.ts';
import { MortalServer } from './mortal-server.ts';
import type { Outcome } from './outcome.ts';
import { play } from './play.ts';
import { openEmbeddedStore, openServerStore } from './store.ts';

/** Plays one plan after another, on a ClickHouse server that is started when the first plan needs it. */
export class Job {
  #server: Promise<MortalServer> | undefined;

  async play(plan: Plan): Promise<Outcome> {
    const directory = await mkdtemp(join(tmpdir(), 'launchlens-chaos-'));
    const store =
      plan.store === 'embedded'
        ? openEmbeddedStore(directory)
        : await openServerStore(directory, await this.#mortal());
    try {
      return await play(plan, store);
    } finally {
      await store.close();
      if (!process.env.CHAOS_KEEP) await rm(directory, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    await (await this.#server)?.stop();
  }

  #mortal(): Promise<MortalServer> {
    this.#server ??= MortalServer.start();
    return this.#server;
  }
}
