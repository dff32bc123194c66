const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL leads to this machine: what listens there is the operator's own. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}
