import { once } from 'node:events';
import { createServer } from 'node:net';

/** The wished port when nobody listens on it, else 0, which lets the system choose. */
export async function freePort(wished: number): Promise<number> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen(wished, '127.0.0.1');
  try {
    await listening;
  } catch {
    return 0;
  }
  probe.close();
  await once(probe, 'close');
  return wished;
}
