/** Descriptions of network failures, by Node's error code. */
export const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ETIMEDOUT: 'it did not answer in time',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
};

/** Why `fetch` failed; undefined if unknown. */
export function fetchReason(error: unknown): string | undefined {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time';
  const { cause } = error as { cause?: { code?: string } };
  return NETWORK_REASONS[cause?.code ?? ''];
}
