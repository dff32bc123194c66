import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { OlapLane, Statement } from '../../../core/olap/port.ts';
import { askingNetwork } from '../asking-network.ts';
import type { LimitMetrics } from '../limit-names.ts';
import { ClientTime, type ClientTimeOptions } from './client-time.ts';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

const HISTORY_LIMITS = {
  burstMs: 60_000,
  /** Half of the time of one connection, sustained. */
  regained: 0.5,
  networks: 20_000,
  /** More than one request can use. */
  waiting: { total: 10_000, perClient: 1_000 },
} as const;

export interface HistoryShareOptions {
  readonly clock: Clock;
  readonly metrics: LimitMetrics;
  readonly limits?: Omit<ClientTimeOptions, 'clock'> & Pick<FairQueueOptions, 'waiting'>;
}

/**
 * Shares lanes to ClickHouse among the clients whose requests read through them: all lanes count one time per client.
 * The process's own work is exempt.
 */
export function shareAmongClients({
  clock,
  metrics,
  limits = HISTORY_LIMITS,
}: HistoryShareOptions): (lane: OlapLane) => OlapLane {
  const time = new ClientTime({ clock, ...limits });
  const refuse = (seconds: number): LaunchlensError => {
    metrics.limited('history');
    return new LaunchlensError('CLIENT_SHARE_USED', { what: 'ClickHouse reads', seconds });
  };
  return (lane) => {
    let queue: FairQueue | undefined;
    const inTurn = (statement: Statement): Statement => {
      const client = askingNetwork();
      if (client === undefined) return statement;
      return {
        ...statement,
        turn: (connections, signal) => {
          queue ??= new FairQueue({ connections, waiting: limits.waiting, time, clock, refuse });
          return queue.take(client, signal);
        },
      };
    };
    return {
      query: (statement, row) => lane.query(inTurn(statement), row),
      stream: (statement, row) => lane.stream(inTurn(statement), row),
      command: (statement) => lane.command(statement),
      insert: (table, block, signal, fence) => lane.insert(table, block, signal, fence),
    };
  };
}
