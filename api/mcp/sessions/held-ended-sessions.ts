import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { EndedSessions } from '../../state/ended-sessions.ts';

/** More than anyone ends in practice; beyond it the oldest is dropped. */
const MOST = 100_000;

/** Ended sessions of a process without a store of decisions: its sessions end with it, since its key does. */
export function heldEndedSessions(clock: Clock): EndedSessions {
  // Limited by size, because a limit on entries would allocate room for all of them at once.
  const bound = { maxSize: MOST, sizeCalculation: () => 1 };
  const ended = new LRUCache<string, true>({ ...bound, ttl: 1, ttlResolution: 0, perf: clock });
  return {
    end: async (idHash, until) => {
      ended.set(idHash, true, { ttl: Math.max(1, until - clock.now()) });
    },
    ended: async (idHashes) => new Set(idHashes.filter((hash) => ended.has(hash))),
  };
}
