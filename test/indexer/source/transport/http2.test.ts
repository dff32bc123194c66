import { once } from 'node:events';
import http2, { type ClientHttp2Session, createServer, type Http2Server } from 'node:http2';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { http2Transport } from '../../../../indexer/source/transport/http2.ts';
import { waitFor } from '../../../support/wait-for.ts';

const sessions: ClientHttp2Session[] = [];
const { connect } = http2;

/** Has the module itself keep each session: files that ran before in this worker may have loaded who imports it. */
function watchConnect(replaced: typeof connect): void {
  http2.connect = replaced;
  syncBuiltinESMExports();
}

let server: Http2Server;
const thrown: unknown[] = [];
const onThrown = (error: unknown): void => void thrown.push(error);
beforeEach(async () => {
  watchConnect(((...given: Parameters<typeof connect>) => {
    const session = connect(...given);
    sessions.push(session);
    return session;
  }) as typeof connect);
  server = createServer();
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.on('uncaughtExceptionMonitor', onThrown);
});
afterEach(() => {
  watchConnect(connect);
  process.off('uncaughtExceptionMonitor', onThrown);
  thrown.length = 0;
  sessions.length = 0;
  server.close();
});

function open() {
  const ends: unknown[] = [];
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stream = http2Transport({
    url,
    xToken: undefined,
    compression: 'none',
    certificateAuthority: undefined,
  }).open({ message: () => undefined, end: (end) => ends.push(end) }, new Uint8Array(8));
  const session = sessions.at(-1);
  if (!session) throw new Error('no session was opened');
  const closed = new Promise<void>((resolve) => session.once('close', resolve));
  return { stream, session, ends, closed };
}

test('a stream that is given up in the moment in which it connects ends without a word', async () => {
  // Given a stream that is cancelled after its connection stands and before that is told
  const { stream, session, ends, closed } = open();
  session.prependOnceListener('connect', () => stream.cancel());

  // When it is told of as connected
  await closed;

  // Then nothing is thrown where nobody can catch it, and nobody hears of it any more
  expect(thrown).toEqual([]);
  expect(ends).toEqual([]);
});

test('a stream that is given up before it connects ends without a word', async () => {
  const { stream, ends, closed } = open();
  stream.cancel();
  await closed;
  expect(thrown).toEqual([]);
  expect(ends).toEqual([]);
});

test('a connection that fails while it is told of as connected ends the stream once', async () => {
  const { session, ends } = open();
  session.prependOnceListener('connect', () => session.destroy(new Error('a frame that breaks the rules')));
  await waitFor(() => ends.length > 0, { what: 'the end' });
  expect(thrown).toEqual([]);
  expect(ends).toEqual([{ kind: 'lost', detail: expect.stringContaining('a frame that breaks the rules') }]);
});
