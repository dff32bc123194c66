import type { IncomingMessage } from 'node:http';

const LONGEST_BYTES = 1024 * 1024;

/** The body as JSON; undefined if it is not JSON or too long. */
export async function readBody(request: IncomingMessage): Promise<{ readonly value: unknown } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return undefined;
  }
}
