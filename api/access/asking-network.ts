import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string | undefined>();

/** Does work on behalf of a network: everything that it starts can ask for whom it is. */
export function onBehalfOf<Result>(network: string, work: () => Result): Result {
  return asking.run(network, work);
}

/** Does work that counts for no network, although a request started it. */
export function asProcess<Result>(work: () => Result): Result {
  return asking.run(undefined, work);
}

/** The network of the request that is being answered, see `clientNetwork`; undefined for the process's own work. */
export function askingNetwork(): string | undefined {
  return asking.getStore();
}
