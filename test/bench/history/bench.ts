import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { latencyOf } from '../query/latency.ts';
import { type BenchRow, median } from '../support/row.ts';
import type { Ports } from './server.ts';

const PLEDGES = 400_000;
const HEAVY_CLIENTS = 10;
const ROUNDS = 3;
const CALLS = 10;
const [HEAVY, LIGHT] = ['198.51.100.7', '203.0.113.7'] as const;
const LAUNCHES = '/api/v1/ilo/launches';

type Ask = (client: string, path: string) => Promise<void>;

/** How long a read of the past takes, alone and while a client of another network asks ten heavy ones at a time. */
export async function benchHistory(): Promise<BenchRow[]> {
  const server = fork(join(import.meta.dirname, 'server.ts'), [String(PLEDGES)]);
  try {
    const [ports] = (await once(server, 'message')) as [Ports];
    const times = { alone: [] as number[], shared: [] as number[], oneQueue: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.alone.push(await lightMs(asking(ports.shared)));
      for (const way of ['oneQueue', 'shared'] as const) {
        const ask = asking(ports[way]);
        times[way].push(await besideHeavy(ask, () => lightMs(ask)));
      }
    }
    const name = `read of the past beside ${HEAVY_CLIENTS} heavy ones of another network, p50`;
    const row = (baseline: string, theirs: readonly number[], goal: number): BenchRow => ({
      ...{ name, baseline, unit: 'ms', goal, ours: median(times.shared), theirs: median(theirs) },
      ratio: median(theirs.map((ms, round) => ms / (times.shared[round] ?? Number.NaN))),
    });
    return [row('one queue for all', times.oneQueue, 10), row('no heavy reads', times.alone, 0.5)];
  } finally {
    server.send('stop');
    await once(server, 'exit');
  }
}

function asking(port: number): Ask {
  return async (client, path) => {
    const headers = { 'x-forwarded-for': client };
    const answer = await fetch(`http://127.0.0.1:${port}${LAUNCHES}${path}`, { headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
}

async function lightMs(ask: Ask): Promise<number> {
  // A bound of the lag: such an answer is never kept ready.
  const light = () => ask(LIGHT, '/8/raise-curve/?as_of_slot=4&max_lag_slots=1000');
  return (await latencyOf(CALLS, light)).p50;
}

async function besideHeavy<Value>(ask: Ask, work: () => Promise<Value>): Promise<Value> {
  let over = false;
  const client = async (number: number): Promise<void> => {
    const path = `/7/pledges/?as_of_slot=4&order_by=amount_desc&max_lag_slots=1000&min_amount=${number}`;
    while (!over) await ask(HEAVY, path);
  };
  const clients = Array.from({ length: HEAVY_CLIENTS }, (_, number) => client(number));
  const value = await work();
  over = true;
  await Promise.all(clients);
  return value;
}
