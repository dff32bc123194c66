import pino from 'pino';
import { createUpdateSource } from '../../../indexer/source/yellowstone.ts';

/** Milliseconds at which the stream called each slot confirmed. */
export interface Confirmed {
  readonly at: ReadonlyMap<bigint, number>;
  end(): Promise<void>;
}

/** Listens to the statuses of a chain's slots, and to nothing else. */
export function watchConfirmed(endpoint: string, program: string): Confirmed {
  const at = new Map<bigint, number>();
  const logger = pino({ level: 'silent' });
  const source = createUpdateSource({ endpoint, transport: 'http2', logger });
  const filter = { commitment: 'confirmed' as const, owner: program, accounts: [] };
  source.subscribe(filter, {
    account: () => undefined,
    blockMeta: () => undefined,
    slot: ({ slot, status }) => {
      if (status === 'confirmed' && !at.has(slot)) at.set(slot, performance.now());
    },
  });
  return { at, end: () => source.close() };
}
