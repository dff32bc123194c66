import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request: everything that it starts knows the request's id, log lines included. */
export function duringRequest<Result>(id: string, work: () => Result): Result {
  return current.run(id, work);
}

/** The id of the current request; undefined for the process's own work. */
export function requestId(): string | undefined {
  return current.getStore();
}
