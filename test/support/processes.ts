import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Every process that descends from `pid`, itself left out. */
export function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const parents = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const ancestor of found) {
    for (const [child, parent] of parents) if (parent === ancestor && child !== undefined) found.push(child);
  }
  return found.slice(1);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Below the ports that systems give to those who ask for any, so that no other test is given one of these. */
const PORTS = { first: 20_000, pairs: 6_000 };

/** A port on which nobody listens at this moment, and nobody on the next one, which subscriptions of a node use. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + 2 * Math.floor(Math.random() * PORTS.pairs);
    if ((await isUnused(port)) && (await isUnused(port + 1))) return port;
  }
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (free) await once(server.close(), 'close');
  return free;
}
