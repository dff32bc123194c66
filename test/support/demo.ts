import { LaunchlensProcess } from './launchlens-process.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { UNCOUNTED_CALLS } from './uncounted-calls.ts';
import { waitFor } from './wait-for.ts';

/** `launchlens up --demo` as a person starts it, ready to be asked. */
export interface Demo extends AsyncDisposable {
  /** Where the API listens. */
  readonly url: string;
  /** The JSON-RPC of its local chain. */
  readonly rpcUrl: string;
  /** Its Yellowstone gRPC. */
  readonly grpcUrl: string;
  /** Its working directory, with its data. */
  readonly directory: string;
}

/** Starts one, on any free ports: this checkout's, or that of an installed launcher. */
export async function startDemo(
  settings: Readonly<Record<string, string>> = {},
  launcher?: string,
  options: readonly string[] = [],
): Promise<Demo> {
  const directory = await temporaryDirectory();
  const env = { HTTP_PORT: '0', DATA_DIR: directory.path, ...UNCOUNTED_CALLS, ...settings };
  const process = new LaunchlensProcess(['up', '--demo', '--speed', '2', ...options], {
    ...{ cwd: directory.path, env },
    ...(launcher !== undefined && { launcher }),
  });
  const end = async () => {
    const early = process.running ? undefined : await process.ended;
    await process[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
    if (early) throw new Error(`the demo ended by itself (${early.signal ?? early.code}): ${early.stderr}`);
  };
  try {
    const [, url = ''] = await process.prints(/readiness\s+(http:\S+)\/ready/);
    const chain = /local chain\s+(http:\S+) \(JSON-RPC\), (http:\S+) \(gRPC\)/;
    const [, rpcUrl = '', grpcUrl = ''] = await process.prints(chain);
    const ready = async (): Promise<boolean> => (await fetch(`${url}/ready`)).status === 200;
    await waitFor(ready, { what: '/ready to be 200' });
    return { url, rpcUrl, grpcUrl, directory: directory.path, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
