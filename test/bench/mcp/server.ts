import type { Contender, Told } from './contenders.ts';
import { serveOurs } from './ours.ts';
import { serveSdk } from './sdk.ts';

/** One contender in a process of its own; run with --expose-gc. Says its heap whenever it is asked. */
const SERVERS: Readonly<Record<Contender, () => Promise<number>>> = { ours: serveOurs, sdk: serveSdk };

const tell = (told: Told) => process.send?.(told);

process.on('message', () => {
  // Twice: the first run only marks what waits for its finalizers.
  globalThis.gc?.();
  globalThis.gc?.();
  tell({ heapBytes: process.memoryUsage().heapUsed });
});
tell({ port: await SERVERS[process.argv[2] as Contender]() });
