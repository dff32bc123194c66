import { type Clock, systemClock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { isLoopback } from '../../core/kernel/loopback.ts';
import type { Transport as TransportName } from '../../core/kernel/settings/schema.ts';
import type { StreamEnd, UpdateSource } from '../model/source.ts';
import { NO_LIMITS, type StreamLimits } from './stream-limits.ts';
import { Streams } from './streams.ts';
import { StreamSubscription } from './subscription.ts';
import { http2Transport } from './transport/http2.ts';
import { nativeTransport } from './transport/native.ts';
import type { Endpoint, Transport } from './transport/transport.ts';

export interface UpdateSourceOptions {
  /** `http://` or `https://` URL of a Yellowstone server. */
  readonly endpoint: string;
  readonly xToken?: string | undefined;
  readonly transport: TransportName;
  /** How the server should compress messages; by default `gzip`, and nothing on loopback. Only for `http2`. */
  readonly compression?: Endpoint['compression'] | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** A stream without any message, even a ping, ends after this long. Servers ping every 10 to 15 s. */
  readonly silenceMs?: number;
  /** A stream without a new slot ends after this long, and later each time while none arrives. */
  readonly frozenMs?: number;
  /** What the server is known to allow; what its refusals name is learned. */
  readonly limits?: StreamLimits | undefined;
  /** PEM of a private certificate authority; the native client trusts only the system's. */
  readonly certificateAuthority?: string | undefined;
}

/** Including the time between two clock checks, both are detected within 30 s. */
const SILENCE_MS = 24_000;
const FROZEN_MS = 24_000;
/** Ends by which a server shows that it does not change the filters of an open stream. */
const DECLINES: ReadonlySet<StreamEnd['kind']> = new Set(['refused', 'replay_unavailable', 'frozen']);
/** The longest interval for a chain that has stopped on all its nodes. */
const MOST_FROZEN_MS = 300_000;

const TRANSPORTS: Readonly<Record<TransportName, (endpoint: Endpoint) => Transport>> = {
  native: nativeTransport,
  http2: http2Transport,
};

/** A Yellowstone server as a source of updates, over the named transport. */
export function createUpdateSource(options: UpdateSourceOptions): UpdateSource {
  const { logger, clock = systemClock, silenceMs = SILENCE_MS, frozenMs = FROZEN_MS } = options;
  let patienceMs = frozenMs;
  const url = new URL(options.endpoint);
  const transport = TRANSPORTS[options.transport]({
    url,
    xToken: options.xToken,
    compression: options.compression ?? (isLoopback(url) ? 'none' : 'gzip'),
    certificateAuthority: options.certificateAuthority,
  });
  let { limits = NO_LIMITS } = options;
  const open = new Set<Streams>();
  let left: readonly StreamSubscription[] = [];
  let changesFilters = true;
  const leave = (streams: readonly StreamSubscription[]): void => {
    if (changesFilters) left = streams;
    else for (const stream of streams) stream.close();
  };
  /** Only a replay makes what an open stream shows complete. */
  const takeLeft = (replays: boolean): readonly StreamSubscription[] => {
    const streams = left;
    left = [];
    if (replays) return streams;
    for (const stream of streams) stream.close();
    return [];
  };
  return {
    transport: transport.name,
    subscribe: (filter, sink) => {
      const frozenAfterMs = patienceMs;
      const streams = new Streams({
        filter,
        sink,
        limits,
        learn: (learned) => {
          limits = learned;
        },
        open: (share, of) =>
          new StreamSubscription(filter, of, { transport, share, clock, silenceMs, frozenMs: frozenAfterMs }),
        left: takeLeft(filter.replaysBelow !== undefined),
        leave,
        logger,
      });
      open.add(streams);
      logger.debug({ transport: transport.name, fromSlot: filter.fromSlot?.toString() }, 'stream opened');
      streams.ended.then((end) => {
        open.delete(streams);
        if (streams.unconfirmed && DECLINES.has(end.kind)) {
          changesFilters = false;
          logger.info(
            { end: end.kind },
            'the server does not change filters on an open stream, opening new ones',
          );
        }
        if (streams.begun) patienceMs = frozenMs;
        else if (end.kind === 'frozen') patienceMs = Math.min(patienceMs * 2, MOST_FROZEN_MS);
        logger.debug({ transport: transport.name, end: end.kind }, 'stream ended');
      });
      return streams;
    },
    close: async () => {
      const streams = [...open, ...takeLeft(true)];
      for (const stream of streams) stream.close();
      await Promise.all(streams.map(({ ended }) => ended));
    },
  };
}
