import { z } from 'zod';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { LaunchlensProcess } from './launchlens-process.ts';
import { unusedPort } from './processes.ts';
import { UNCOUNTED_CALLS } from './uncounted-calls.ts';
import { waitFor } from './wait-for.ts';

/** The local chain with the tour, as a process of its own: it outlives whoever follows it. */
export interface Tour extends AsyncDisposable {
  readonly rpcUrl: string;
  readonly grpcUrl: string;
}

const announcement = z.object({ rpc_url: z.string(), grpc_url: z.string() });

/** @param speed 1 is a slot every 400 ms, and so a blockhash good for a minute */
export async function startTour(cwd: string, speed = 2): Promise<Tour> {
  const ports = ['--rpc-port', '0', '--grpc-port', '0'];
  const flags = ['--scenario', 'tour', '--speed', `${speed}`, '--json', ...ports];
  const chain = new LaunchlensProcess(['localnet', ...flags], { cwd });
  const [line = ''] = await chain.prints(/\{.*\}/);
  const { rpc_url: rpcUrl, grpc_url: grpcUrl } = announcement.parse(JSON.parse(line));
  return { rpcUrl, grpcUrl, [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose]() };
}

/** `launchlens up` over such a chain. */
export interface RunningUp {
  readonly process: LaunchlensProcess;
  readonly url: string;
}

/** Starts it in a directory, which holds its data too, and waits until it is ready. */
export async function startUp(
  { rpcUrl, grpcUrl }: Pick<Tour, 'rpcUrl' | 'grpcUrl'>,
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningUp> {
  const port = await unusedPort();
  const process = new LaunchlensProcess(['up'], {
    cwd: directory,
    env: {
      ...{ YELLOWSTONE_ENDPOINT: grpcUrl, SOLANA_RPC_URL: rpcUrl, ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID },
      ...{ DATA_DIR: directory, HTTP_PORT: `${port}`, ...UNCOUNTED_CALLS, ...settings },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = async (): Promise<boolean> => {
    if (!process.running) throw new Error(`it ended before it was ready: ${process.stderr}`);
    return fetch(`${url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await waitFor(ready, { what: '/ready to be 200' });
  return { process, url };
}
