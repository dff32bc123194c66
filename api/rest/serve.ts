import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { RewardLedger } from '../../core/ledger/port.ts';
import { sharedSlots, shareUsedOr, type TakeSlot } from '../access/shared-slots.ts';
import type { SqlReader } from '../read/sql/ask.ts';
import { serveExport } from './exports/serve.ts';
import { LIMITS } from './limits.ts';
import { onlyMethods } from './only-methods.ts';
import { serveRewardEvents } from './operator/reward-events.ts';
import { type Route, urlOf } from './route.ts';
import { ROUTES } from './routes/all.ts';
import { type JsonServices, type OperatorParts, serveJson } from './serve-json.ts';
import { type MirrorServices, serveRead } from './serve-read.ts';
import { type AgentTools, serveTool } from './serve-tool.ts';
import { serveSql } from './sql/serve.ts';

export interface OperatorEndpoints extends OperatorParts {
  readonly ledger: RewardLedger;
}

export interface RestServices extends JsonServices {
  readonly mirror: MirrorServices;
  readonly operator?: OperatorEndpoints | undefined;
  /** Omitted without a store of decisions. */
  readonly tools?: AgentTools | undefined;
  /** Omitted without a store that answers SQL. */
  readonly sql?: SqlReader | undefined;
  readonly logger: Logger;
}

/** Serves the REST API: every route whose dependencies this process has, with and without the trailing slash. */
export function serveRest(app: FastifyInstance, services: RestServices): void {
  const takeExport = exportSlots(services);
  serveRoutes(app, (route) => serveRoute(app, route, services, takeExport));
}

/** The same for answers that are not only states of the mirror. */
export function serveRoutes(app: FastifyInstance, serve: (route: Route) => boolean): void {
  const methods = Map.groupBy(ROUTES.filter(serve), urlOf);
  for (const [url, routes] of methods)
    onlyMethods(
      app,
      url,
      routes.map(({ method }) => method),
    );
}

function serveRoute(
  app: FastifyInstance,
  route: Route,
  services: RestServices,
  takeExport: TakeSlot,
): boolean {
  const { mirror, operator, tools, sql, metrics, networkOf, logger, clock } = services;
  const { handle } = route;
  if ('read' in handle) serveRead(app, route, handle, { ...mirror, metrics });
  else if ('file' in handle)
    serveExport(app, route, handle, { ...mirror, metrics, networkOf, clock, logger, take: takeExport });
  else if ('ingest' in handle) {
    if (operator?.token === undefined) return false;
    serveRewardEvents(app, urlOf(route), { ...operator, token: operator.token, clock, metrics });
  } else if ('sql' in handle) {
    if (sql === undefined) return false;
    serveSql(app, route, { sql, networkOf, metrics });
  } else if ('tool' in handle) {
    if (tools === undefined) return false;
    serveTool(app, route, { ...tools, metrics });
  } else return serveJson(app, route, services);
  return true;
}

/** All exports share one set of slots: each reads a whole listing. */
function exportSlots({ metrics }: RestServices): TakeSlot {
  return sharedSlots({
    ...LIMITS.exports,
    ...{ limit: 'exports', metrics },
    refuse: shareUsedOr(
      'exports that run at the same time',
      (running) => new LaunchlensError('EXPORT_BUSY', { running }),
    ),
  });
}
