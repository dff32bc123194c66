import { status as codes } from '@grpc/grpc-js';
import type { StreamEnd } from '../model/source.ts';
import type { RawEnd } from './transport/transport.ts';

/** Codes after which the same request would only be refused again. */
const REFUSALS: ReadonlySet<number> = new Set([
  codes.INVALID_ARGUMENT,
  codes.NOT_FOUND,
  codes.PERMISSION_DENIED,
  codes.FAILED_PRECONDITION,
  codes.UNIMPLEMENTED,
  codes.UNAUTHENTICATED,
]);

const TOO_OLD = /^broadcast from \d+ is not available(?:, last available: (\d+))?/;
const NO_REPLAY =
  /^(?:from_slot is not supported|failed to get replay response|failed to send from_slot request)/;
/** The official client's message for an update above our own limit, with a code that means something else. */
const TOO_LARGE = /larger than max|message length too large/;
const LAGGED = /^lagged to (?:send an update|receive geyser messages)/;

/** Names of codes for display, e.g. `UNAVAILABLE`. */
const nameOf = (code: number): string => codes[code] ?? `status ${code}`;

/**
 * What the end of a raw stream means for the pipeline. Yellowstone combines code and text for its reasons
 * (yellowstone-grpc-geyser/src/grpc.rs, `client_loop`).
 */
export function streamEndOf(end: RawEnd): StreamEnd {
  if (end.kind === 'refused') return { kind: 'refused', detail: end.detail };
  if (end.kind === 'lost') return { kind: 'disconnected', detail: end.detail };
  const { code, message } = end;
  if (code === codes.OK) return { kind: 'disconnected', detail: 'the server closed the stream' };
  const detail = `${nameOf(code)}: ${message}`;
  const tooOld = code === codes.OUT_OF_RANGE ? TOO_OLD.exec(message) : null;
  if (tooOld) {
    return { kind: 'out_of_range', detail, firstAvailable: tooOld[1] ? BigInt(tooOld[1]) : undefined };
  }
  if (NO_REPLAY.test(message)) return { kind: 'replay_unavailable', detail };
  if (LAGGED.test(message)) return { kind: 'lagged', detail };
  const refused = REFUSALS.has(code) || TOO_LARGE.test(message);
  return { kind: refused ? 'refused' : 'disconnected', detail };
}
