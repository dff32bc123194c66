export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON number that is exactly an integer: one beyond 2^53 was already rounded and is refused. */
export function safeInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

export function slotNumber(value: unknown): number | undefined {
  const slot = safeInteger(value);
  return slot !== undefined && slot >= 0 ? slot : undefined;
}
