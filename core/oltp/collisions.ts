import { setTimeout as delay } from 'node:timers/promises';
import type { StatementStats } from '../kernel/metrics/statements.ts';
import { isCollision } from './rejection.ts';

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 5;

/** Retries a transaction that collides with others, with growing pauses of random length. */
export async function againOnCollision<Value>(
  transaction: () => Promise<Value>,
  stats: StatementStats,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error;
      stats.retried(error);
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
