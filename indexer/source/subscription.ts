import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type {
  BlockMeta,
  SlotUpdate,
  StreamEnd,
  Subscription,
  SubscriptionFilter,
  UpdateSink,
} from '../model/source.ts';
import { encodeRequest, isOf, PING_REQUEST } from './request.ts';
import { filterName } from './scan/filter-name.ts';
import { type SlotWitness, UpdateScanner } from './scan/update.ts';
import type { StreamShare } from './shares.ts';
import { SlotProgress } from './slot-progress.ts';
import { streamEndOf } from './stream-end.ts';
import type { RawHandlers, RawStream, Transport } from './transport/transport.ts';

interface SilenceOptions {
  readonly clock: Clock;
  /** After this much silence the stream counts as dead. */
  readonly silenceMs: number;
  /** Whether anything arrived since the last call. */
  readonly heard: () => boolean;
  readonly signal: AbortSignal;
}

/** The clock is checked this many times per period, so that a message costs a flag and not a timer. */
const LOOKS = 6;

/**
 * Resolves true after `silenceMs` of silence, or false when the signal ends the watch. After an outage a stream
 * can stay open and silent forever.
 */
async function watchSilence({ clock, silenceMs, heard, signal }: SilenceOptions): Promise<boolean> {
  for (let quiet = 0; quiet < LOOKS; ) {
    try {
      await clock.sleep(silenceMs / LOOKS, signal);
    } catch {
      return false;
    }
    quiet = heard() ? 0 : quiet + 1;
  }
  return !signal.aborted;
}

export interface StreamOptions {
  readonly transport: Transport;
  /** What of the filter this stream asks for. */
  readonly share: StreamShare;
  readonly clock: Clock;
  /** A stream without any message is frozen after this long. */
  readonly silenceMs: number;
  /** A stream without a new slot is frozen after this long, whatever else arrives. */
  readonly frozenMs: number;
}

/**
 * One stream over any transport: raw messages go through the scanner to the sink, and the end is a value.
 *
 * A later request on the same stream replaces the filters of the server at once, between two updates; then the
 * server replays from the request's `from_slot` and goes on with what it broadcast since (yellowstone-grpc-geyser,
 * `client_loop`). So from the first update of a new filter, the stream is what a new one would be. Everything before
 * it is ignored.
 */
export class StreamSubscription implements Subscription, RawHandlers, SlotWitness {
  readonly ended: Promise<StreamEnd>;
  readonly #resolve: (end: StreamEnd) => void;
  #scanner: UpdateScanner;
  readonly #stream: RawStream;
  readonly #watch = new AbortController();
  #progress: SlotProgress;
  #generation = 0;
  /** Whether updates of an earlier request may still come. */
  #awaited = false;
  /** Until it is known that the server replays on an open stream: the first block is not above this slot. */
  #replaysBelow: bigint | undefined;
  #resumed = false;
  #heard = false;
  #paused = false;
  #over = false;

  constructor(filter: SubscriptionFilter, sink: UpdateSink, options: StreamOptions) {
    const { transport, share, clock, silenceMs, frozenMs } = options;
    const { promise, resolve } = Promise.withResolvers<StreamEnd>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#progress = new SlotProgress(filter.commitment);
    this.#scanner = new UpdateScanner(sink, this);
    this.#stream = transport.open(this, encodeRequest(filter, share));
    const watch = (ms: number, heard: () => boolean, detail: string): void => {
      watchSilence({ clock, silenceMs: ms, heard, signal: this.#watch.signal }).then(
        (silent) => silent && this.#finish({ kind: 'frozen', detail }),
        (error: unknown) => this.#finish({ kind: 'failed', error }),
      );
    };
    watch(silenceMs, () => this.#wasHeard(), `nothing came for ${silenceMs / 1000} s`);
    watch(frozenMs, () => this.#gotOn(), `no new slot came for ${frozenMs / 1000} s`);
  }

  /** Whether any slot became whole on this stream. */
  get begun(): boolean {
    this.#progress.took();
    return this.#progress.begun;
  }

  /** Whether the server has not shown yet that it took the last request on the open stream. */
  get unconfirmed(): boolean {
    return this.#awaited || this.#replaysBelow !== undefined;
  }

  /** Replaces the filters and the sink; must replay. The end stays that of the stream. */
  change(filter: SubscriptionFilter, sink: UpdateSink, share: StreamShare): void {
    if (this.#over) return;
    this.#generation += 1;
    this.#awaited = true;
    this.#replaysBelow = filter.replaysBelow;
    this.#progress = new SlotProgress(filter.commitment);
    this.#scanner = new UpdateScanner(sink, this);
    this.#stream.write(encodeRequest(filter, share, this.#generation));
    this.resume();
  }

  block(meta: BlockMeta): boolean {
    if (this.#replaysBelow !== undefined && meta.slot > this.#replaysBelow) {
      this.#finish({
        kind: 'replay_unavailable',
        detail: 'the server did not replay slots on an open stream',
      });
      return false;
    }
    this.#replaysBelow = undefined;
    this.#progress.block(meta);
    return true;
  }

  status(update: SlotUpdate): void {
    this.#progress.status(update);
  }

  message(bytes: Buffer, start: number, end: number): void {
    if (this.#over) return;
    this.#heard = true;
    try {
      if (this.#awaited && this.#isEarlier(bytes, start, end)) return;
      const scanned = this.#scanner.scan(bytes, start, end);
      if (scanned === 'ping' && !this.#over) this.#stream.write(PING_REQUEST);
    } catch (error) {
      const malformed = isLaunchlensError(error, 'UPDATE_MALFORMED');
      this.#finish(malformed ? { kind: 'disconnected', detail: error.message } : { kind: 'failed', error });
    }
  }

  end(end: Parameters<RawHandlers['end']>[0]): void {
    this.#finish(streamEndOf(end));
  }

  pause(): void {
    if (this.#over || this.#paused) return;
    this.#paused = true;
    this.#stream.pause();
  }

  resume(): void {
    if (this.#over || !this.#paused) return;
    this.#paused = false;
    this.#heard = true;
    this.#resumed = true;
    this.#stream.resume();
  }

  close(): void {
    this.#finish({ kind: 'closed' });
  }

  #finish(end: StreamEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#watch.abort();
    this.#stream.cancel();
    this.#resolve(end);
  }

  #isEarlier(bytes: Buffer, start: number, end: number): boolean {
    const name = filterName(bytes, start, end);
    if (name === undefined) return false;
    if (!isOf(this.#generation, name)) return true;
    this.#awaited = false;
    return false;
  }

  /** A paused stream is silent because we asked for it. */
  #wasHeard(): boolean {
    const heard = this.#heard || this.#paused;
    this.#heard = false;
    return heard;
  }

  #gotOn(): boolean {
    const progressed = this.#progress.took() || this.#resumed || this.#paused;
    this.#resumed = false;
    return progressed;
  }
}
