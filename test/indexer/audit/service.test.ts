import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Auditor } from '../../../indexer/audit/audit.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import type { Mender } from '../../../indexer/audit/ports.ts';
import type { AuditRequest } from '../../../indexer/audit/request.ts';
import { AuditService, createAuditStats } from '../../../indexer/audit/service.ts';

const mender: Mender = { decode: () => false, mend: async () => undefined };

function outcome(found: Partial<AuditOutcome> = {}): AuditOutcome {
  return {
    slot: 5n,
    startedAt: 0,
    finishedAt: 0,
    launchId: undefined,
    verdict: 'equal',
    accounts: 1,
    chainDigest: Buffer.alloc(32),
    indexDigest: Buffer.alloc(32),
    differences: [],
    launches: [],
    repaired: new Set(),
    reason: undefined,
    revision: 1n,
    paidFacts: undefined,
    ...found,
  };
}

/** Waits for nothing, notes for how long it was asked to, and ends after so many waits. */
function serviceOf(audit: (request: AuditRequest) => Promise<AuditOutcome>, waits = 1) {
  const stop = new AbortController();
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms);
    if (slept.length >= waits) stop.abort();
  };
  const stats = createAuditStats();
  const service = new AuditService({
    auditor: { audit } as unknown as Auditor,
    mender,
    stats,
    clock: { now: () => systemClock.now(), sleep },
    logger: createLogger('silent'),
  });
  return { service, stats, slept, stop };
}

describe('the audits of one process', () => {
  test('never run two at a time, whoever asks', async () => {
    let running = 0;
    let most = 0;
    const { service } = serviceOf(async () => {
      running += 1;
      most = Math.max(most, running);
      await systemClock.sleep(2);
      running -= 1;
      return outcome();
    });
    const { signal } = new AbortController();

    await Promise.all(Array.from({ length: 5 }, () => service.audit({ repair: false, signal })));

    expect(most).toBe(1);
  });

  test('count no more above a slot to which the index went back, also where they end only then', async () => {
    const found = [outcome({ slot: 5n, revision: 10n }), outcome({ slot: 9n, revision: 20n })];
    const later = outcome({ slot: 8n, revision: 29n });
    const anew = outcome({ slot: 8n, revision: 31n });
    const results = [...found, later, anew];
    const { service, stats } = serviceOf(async () => results.shift() ?? outcome());
    const request = { repair: false, signal: new AbortController().signal };
    await service.audit(request);
    await service.audit(request);
    expect(stats.verifiedSlot).toBe(9n);

    service.rolledBack(7n, 30n);
    expect(stats.verifiedSlot).toBe(5n);
    await service.audit(request);
    expect(stats.verifiedSlot).toBe(5n);
    await service.audit(request);
    expect(stats.verifiedSlot).toBe(8n);

    service.rolledBack(2n, 40n);
    expect(stats.verifiedSlot).toBeUndefined();
  });

  test('forget differences that they left in slots that were taken back', async () => {
    const differences = [{}] as unknown as AuditOutcome['differences'];
    const { service, stats } = serviceOf(async () =>
      outcome({ slot: 9n, verdict: 'different', differences }),
    );
    await service.audit({ repair: false, signal: new AbortController().signal });
    expect(stats.unrepaired).toEqual({ slot: 9n, differences: 1n });
    service.rolledBack(9n, 30n);
    expect(stats.unrepaired).toBeDefined();
    service.rolledBack(8n, 31n);
    expect(stats.unrepaired).toBeUndefined();
  });

  test('repair what they find by themselves, and only when asked to otherwise', async () => {
    const menders: unknown[] = [];
    const { service, stop } = serviceOf(async (request) => {
      menders.push(request.mender);
      return outcome();
    });

    await service.audit({ repair: false, signal: stop.signal });
    await service.run(60_000, stop.signal);

    expect(menders).toEqual([undefined, mender]);
  });

  test('wait for a first checkpoint without counting that as a failure', async () => {
    let asked = 0;
    const { service, stats, slept, stop } = serviceOf(async () => {
      asked += 1;
      if (asked < 3) throw new LaunchlensError('AUDIT_INDEX_EMPTY', {});
      return outcome();
    }, 3);

    await service.run(60_000, stop.signal);

    expect(slept).toEqual([250, 250, 60_000]);
    expect(stats).toMatchObject({ equal: 1, failed: 0, verifiedSlot: 5n });
  });

  test('prove a repair soon, and outlive a node that cannot be read', async () => {
    const address = Buffer.alloc(32);
    const answers = [
      async () => outcome({ verdict: 'different', repaired: new Set([address.toString('latin1')]) }),
      async () => outcome({ verdict: 'failed', reason: 'unclear' }),
      async (): Promise<AuditOutcome> => {
        throw new LaunchlensError('RPC_UNREACHABLE', { host: 'node', reason: 'gone' });
      },
    ];
    const { service, stats, slept, stop } = serviceOf(
      () => (answers.shift() ?? (async () => outcome()))(),
      4,
    );

    await service.run(60_000, stop.signal);

    expect(slept).toEqual([5_000, 5_000, 60_000, 60_000]);
    expect(stats).toMatchObject({ different: 1, failed: 2, equal: 1, repaired: 1 });
  });

  test('take at most a tenth of the time', async () => {
    let now = 0;
    const { stop, slept } = serviceOf(async () => outcome());
    const stats = createAuditStats();
    const service = new AuditService({
      auditor: {
        audit: async () => {
          now += 20_000;
          return outcome();
        },
      } as unknown as Auditor,
      mender,
      stats,
      logger: createLogger('silent'),
      clock: {
        now: () => now,
        sleep: async (ms) => {
          slept.push(ms);
          stop.abort();
        },
      },
    });

    await service.run(60_000, stop.signal);

    expect(slept).toEqual([180_000]);
  });

  test('do not move the verified slot for one launch', async () => {
    const { service, stats, stop } = serviceOf(async ({ launchId }) => outcome({ launchId }));

    await service.audit({ launchId: 3n, repair: false, signal: stop.signal });

    expect(stats).toMatchObject({ equal: 1, verifiedSlot: undefined });
  });

  test('are off at an interval of 0, and end with the signal', async () => {
    const { service, stats, stop } = serviceOf(async ({ signal }) => {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return outcome();
    });
    await service.run(0, stop.signal);

    const running = service.run(60_000, stop.signal);
    stop.abort();
    await running;
    expect(stats).toMatchObject({ equal: 0, verifiedSlot: undefined });
  });
});
