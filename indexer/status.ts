import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import type { Clock } from '../core/kernel/clock.ts';
import { closeWithin, listen } from '../core/kernel/http-listener.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { ProcessIdentity } from '../core/kernel/process-identity.ts';
import { leftDifferent, type NotReady, notCaughtUp, type ReadinessBounds } from '../core/kernel/readiness.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import { registerRpcMetrics } from '../core/rpc/metrics.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import type { RunningIndexer } from './main.ts';
import { registerIndexerMetrics, registerStandbyMetric, repairingOf } from './metrics.ts';

type Watched = Pick<RunningIndexer, 'stats' | 'audits' | 'writer'>;

export interface StatusOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdown: Pick<Shutdown, 'onClose'>;
  readonly rpcLimit: Pick<RpcLimit, 'lanes' | 'calls'>;
  /** What `/metrics` shows; other parts of the process register theirs there too. */
  readonly registry?: Registry;
}

/** The monitoring endpoints of an indexer that runs alone. */
export interface StatusServer {
  /** Their address, without a trailing slash; undefined if `METRICS_PORT` is not set. */
  readonly url: string | undefined;
  /** The indexer waits while `active` writes to the store. */
  standby(active: ProcessIdentity): void;
  /** What the indexer does before it follows the stream. */
  step(step: string): void;
  /** The indexer of the launches has started: from now on its state is reported. */
  watch(indexer: Watched): void;
  /** Without launches: the indexers of the programs have started, and all of them have to be ready. */
  watchPrograms(indexers: ReadonlyMap<string, Watched>): void;
}

const IGNORED = {
  standby: () => undefined,
  step: () => undefined,
  watch: () => undefined,
  watchPrograms: () => undefined,
};
const CONNECTION_GRACE_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Serves `/health`, `/ready` and `/metrics` if `METRICS_PORT` is set, before the indexer starts: it may have to
 * wait for another one to end. @throws PORT_IN_USE
 */
export async function startStatus(options: StatusOptions): Promise<StatusServer> {
  const { settings, clock, logger, shutdown, rpcLimit, registry = new Registry() } = options;
  const { METRICS_HOST: host, METRICS_PORT: port } = settings;
  if (port === undefined) return { url: undefined, ...IGNORED };
  registerRpcMetrics(rpcLimit, registry);
  let waitsFor: ProcessIdentity | undefined;
  /** By program; '' for the launches. */
  let watched: ReadonlyMap<string, Watched> = new Map();
  let current = 'opening the store';
  const bounds = boundsOf(settings);
  const app = statusApp({
    registry,
    clock,
    bounds,
    active: () => waitsFor,
    step: () => current,
    indexers: () => watched,
  });
  registerStandbyMetric(() => waitsFor !== undefined, registry);
  const url = await listen(app, { host, port, setting: 'METRICS_PORT' });
  shutdown.onClose('the status server', () => closeWithin(app, CONNECTION_GRACE_MS));
  logger.info({ url }, 'metrics and health of the indexer are served');
  return {
    url,
    standby: (active) => {
      waitsFor = active;
    },
    step: (step) => {
      waitsFor = undefined;
      current = step;
    },
    watch: (indexer) => {
      waitsFor = undefined;
      watched = new Map([['', indexer]]);
      registerIndexerMetrics(indexer, { clock, registry });
    },
    watchPrograms: (indexers) => {
      waitsFor = undefined;
      watched = indexers;
    },
  };
}

interface StatusParts {
  readonly registry: Registry;
  readonly clock: Clock;
  readonly bounds: ReadinessBounds;
  /** The other indexer for which this one waits. */
  readonly active: () => ProcessIdentity | undefined;
  readonly step: () => string;
  readonly indexers: () => ReadonlyMap<string, Watched>;
}

function statusApp({ registry, clock, bounds, active, step, indexers }: StatusParts): FastifyInstance {
  const app = Fastify({ exposeHeadRoutes: true });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.get('/health', () => ({ status: 'alive', ...(active() && { role: 'standby' }) }));
  app.get('/ready', (_request, reply) => {
    const other = active();
    if (other) return refuse(reply, standsBy(other));
    const watched = indexers();
    const reasonOf = (indexer: Watched | undefined) => notReady(indexer, step(), bounds, clock.now());
    return ready(reply, [...watched.values()], firstReason(watched, reasonOf));
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return app;
}

function ready(
  reply: FastifyReply,
  indexers: readonly Watched[],
  reason: NotReady | undefined,
): FastifyReply {
  const repairing = indexers.map(repairingOf).find((repair) => repair !== undefined) ?? null;
  if (reason) return refuse(reply, { ...reason, ...(repairing && { repairing }) });
  return reply.send({ status: 'ready', repairing });
}

function refuse(reply: FastifyReply, reason: NotReady & { readonly repairing?: string }): FastifyReply {
  const body = { status: 'not_ready', ...reason };
  return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(body);
}

function standsBy({ command, pid, host }: ProcessIdentity): NotReady {
  const detail = `This indexer is on standby: \`${command}\` (process ${pid} on ${host}) writes to the store.`;
  return { code: 'standby', detail };
}

function firstReason(
  indexers: ReadonlyMap<string, Watched>,
  reasonOf: (indexer: Watched | undefined) => NotReady | undefined,
): NotReady | undefined {
  if (indexers.size === 0) return reasonOf(undefined);
  for (const [program, indexer] of indexers) {
    const reason = reasonOf(indexer);
    if (reason)
      return program === '' ? reason : { ...reason, detail: `Program ${program}: ${reason.detail}` };
  }
  return undefined;
}

function notReady(
  indexer: Watched | undefined,
  step: string,
  bounds: ReadinessBounds,
  now: number,
): NotReady | undefined {
  const { lastIndexedSlot: slot, checkpointAt: indexedAt, chainSlot = slot } = indexer?.stats ?? {};
  if (!indexer || slot === undefined || chainSlot === undefined || indexedAt === undefined) {
    return { code: 'loading', detail: `The indexer has written nothing since it started: ${step}.` };
  }
  const { unrepaired } = indexer.audits.stats;
  return (
    notCaughtUp({ slot, chainSlot, indexedAt }, bounds, now) ??
    (unrepaired && leftDifferent(unrepaired.slot, unrepaired.differences))
  );
}

function boundsOf({ READY_MAX_LAG_SLOTS, READY_MAX_AGE_SECONDS }: Settings): ReadinessBounds {
  return { lagSlots: READY_MAX_LAG_SLOTS, checkpointAgeMs: READY_MAX_AGE_SECONDS * 1000 };
}
