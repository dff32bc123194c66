import { z } from 'zod';
import { parseExactJson } from '../../core/kernel/exact-json.ts';
import type { Question } from './graphql.ts';
import { at, read } from './http.ts';

/** Whether events arrive. */
export type Liveness = 'connecting' | 'live' | 'paused';

export interface Following<Data> {
  readonly onEvent: (data: Data) => void;
  readonly onLiveness?: (liveness: Liveness) => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const envelope = z.object({ data: z.unknown().optional() });

/**
 * Follows a subscription until the returned function is called. A hidden page closes its connection, since a browser has
 * few per host; it reconnects when visible, and after every failure, with growing waits.
 */
export function follow<Variables, Shape extends z.ZodType>(
  { text, shape }: Question<Variables, Shape>,
  variables: Variables,
  { onEvent, onLiveness }: Following<z.output<Shape>>,
): () => void {
  const address = at('graphql');
  address.search = new URLSearchParams({ query: text, variables: JSON.stringify(variables) }).toString();
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  const close = (): void => {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  };
  const connect = (): void => {
    close();
    onLiveness?.(document.hidden ? 'paused' : 'connecting');
    if (document.hidden) return;
    const opened = new EventSource(address);
    stream = opened;
    opened.addEventListener('open', () => {
      waitMs = FIRST_WAIT_MS;
      onLiveness?.('live');
    });
    opened.addEventListener('next', ({ data }: MessageEvent<string>) => {
      const { data: answer } = read(envelope, parseExactJson(data));
      const event = shape.safeParse(answer);
      if (event.success) onEvent(event.data);
    });
    opened.addEventListener('error', again);
    opened.addEventListener('complete', again);
  };
  function again(): void {
    close();
    onLiveness?.('connecting');
    timer = setTimeout(connect, waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }

  document.addEventListener('visibilitychange', connect);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', connect);
    close();
  };
}
