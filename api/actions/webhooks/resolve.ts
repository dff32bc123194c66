import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The addresses of a name from this machine's name servers. Its hosts file is not used. */
export async function resolveHost(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
