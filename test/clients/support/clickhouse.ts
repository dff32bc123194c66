import { z } from 'zod';
import { startClickHouseServer } from '../../support/clickhouse-server/start.ts';
import type { Demo } from '../../support/demo.ts';
import { LaunchlensProcess } from '../../support/launchlens-process.ts';
import { waitFor } from '../../support/wait-for.ts';

export interface ClickHouse extends AsyncDisposable {
  readonly port: number;
}

const status = z.object({ source: z.object({ program_id: z.string() }) });

const ACCOUNT = { user: 'reader', password: 'secret' } as const;

/** ClickHouse itself, and an index of the demo's chain in it. */
export async function startClickHouse(demo: Demo): Promise<ClickHouse> {
  await using stack = new AsyncDisposableStack();
  const { port, ...server } = await startClickHouseServer({ ...ACCOUNT });
  stack.defer(() => server[Symbol.asyncDispose]());
  const at = `http://127.0.0.1:${port}`;
  const indexer = new LaunchlensProcess(['index'], {
    cwd: demo.directory,
    env: {
      CLICKHOUSE_URL: at.replace('//', `//${ACCOUNT.user}:${ACCOUNT.password}@`),
      ...{ SOLANA_RPC_URL: demo.rpcUrl, YELLOWSTONE_ENDPOINT: demo.grpcUrl },
      ...{ ESCROW_PROGRAM_ID: await programOf(demo), SOLANA_CLUSTER: 'localnet' },
    },
  });
  stack.use(indexer);
  const headers = { 'X-ClickHouse-User': ACCOUNT.user, 'X-ClickHouse-Key': ACCOUNT.password };
  const isFilled = async (): Promise<boolean> => {
    if (!indexer.running) throw new Error(`the indexer ended: ${indexer.stderr}`);
    const query = 'SELECT count() > 0 FROM launchlens.pledges';
    const response = await fetch(`${at}/?query=${encodeURIComponent(query)}`, { headers });
    return (await response.text()).trim() === '1';
  };
  await waitFor(isFilled, { what: 'the index in ClickHouse' });
  const owned = stack.move();
  return { port, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function programOf({ url }: Demo): Promise<string> {
  const response = await fetch(`${url}/api/v1/ilo/status/`);
  return status.parse(await response.json()).source.program_id;
}
