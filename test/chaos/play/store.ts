import { createLogger } from '../../../core/kernel/logger.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { StoreKind } from '../plan/fault.ts';
import type { MortalServer } from './mortal-server.ts';
import { openStoreDoor, type StoreDoor } from './store-door.ts';

const logger = createLogger('silent');

/** The store of one run: what the process under test is told of it, and a way in from outside. */
export interface ChaosStore {
  readonly kind: StoreKind;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Stands before the server's inserts; undefined on the embedded store. */
  readonly door: StoreDoor | undefined;
  readonly server: MortalServer | undefined;
  /** Opens the store itself, past every fault. On the embedded store nobody else may have it open. */
  look<Seen>(see: (olap: Olap) => Promise<Seen>): Promise<Seen>;
  close(): Promise<void>;
}

export function openEmbeddedStore(dataDir: string): ChaosStore {
  return {
    kind: 'embedded',
    dataDir,
    settings: { DATA_DIR: dataDir },
    door: undefined,
    server: undefined,
    look: (see) => looking({ dataDir }, see),
    close: async () => undefined,
  };
}

/** An empty database of a server. */
export async function openServerStore(dataDir: string, server: MortalServer): Promise<ChaosStore> {
  await server.empty();
  const door = await openStoreDoor(server);
  return {
    kind: 'server',
    dataDir,
    settings: { DATA_DIR: dataDir, CLICKHOUSE_URL: door.url },
    door,
    server,
    look: async (see) => {
      await server.alive();
      return looking({ dataDir, clickhouseUrl: server.url }, see);
    },
    close: () => door.close(),
  };
}

async function looking<Seen>(
  where: { readonly dataDir: string; readonly clickhouseUrl?: string },
  see: (olap: Olap) => Promise<Seen>,
): Promise<Seen> {
  const olap = await createOlap({ ...where, logger });
  try {
    return await see(olap);
  } finally {
    await olap.close();
  }
}
