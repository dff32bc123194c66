import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string | undefined>();

/** Runs work on behalf of a network: everything that it starts can look the network up. */
export function onBehalfOf<Result>(network: string, work: () => Result): Result {
  return asking.run(network, work);
}

/** Runs work that counts for no network, although a request started it. */
export function asProcess<Result>(work: () => Result): Result {
  return asking.run(undefined, work);
}

/** The network of the current request, see `clientNetwork`; undefined for the process's own work. */
export function askingNetwork(): string | undefined {
  return asking.getStore();
}
