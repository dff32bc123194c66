import type { SessionEnd, StreamSession } from './stream-session.ts';

/**
 * Reads by RPC while a stream is held, and gives up with the stream: what was read is worth nothing without the
 * updates that follow it. Resolves with what the read gave, or with the stream's end when that came first. A read
 * that fails closes the stream and rejects.
 */
export async function readUnder<Content, Read>(
  session: StreamSession<Content>,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Read>,
): Promise<Read | SessionEnd> {
  const broken = new AbortController();
  const ended = session.ended.then((end) => {
    broken.abort(end);
    return end;
  });
  const reading = read(AbortSignal.any([signal, broken.signal])).catch((error: unknown) => {
    // The stream's end is the story; the read that it cut off is not.
    if (broken.signal.aborted && !signal.aborted) return ended;
    session.close();
    throw error;
  });
  return Promise.race([reading, ended]);
}
