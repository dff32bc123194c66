import { z } from 'zod';
import { parseExactJson } from '../../core/kernel/exact-json.ts';
import type { Question } from './graphql.ts';
import { hear } from './heard.ts';
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

const open = new Set<() => void>();

/** Connects every subscription again: a connection may be dead without having been closed. */
export function reconnectAll(): void {
  for (const connect of open) connect();
}

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
      hear();
      onLiveness?.('live');
    });
    opened.addEventListener('next', ({ data }: MessageEvent<string>) => {
      hear();
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
  open.add(connect);
  connect();
  return () => {
    open.delete(connect);
    document.removeEventListener('visibilitychange', connect);
    close();
  };
}
