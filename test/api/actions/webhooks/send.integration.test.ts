import { createHmac } from 'node:crypto';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signatureHeader, webhookSecret } from '../../../../api/actions/webhooks/context.ts';
import { type DestinationRules, isPublicAddress } from '../../../../api/actions/webhooks/destination.ts';
import { createSender } from '../../../../api/actions/webhooks/send.ts';
import { selfSigned } from '../../../support/self-signed.ts';

type Answer = Parameters<typeof createServer>[1];
const never = new AbortController().signal;
const certificate = selfSigned();

describe('the sender', () => {
  let server: Server;
  let port = 0;
  const heard: { url: string | undefined; headers: unknown; body: string }[] = [];
  let answer: Answer;
  beforeEach(async () => {
    heard.length = 0;
    answer = (_request, response) => void response.end('fine');
    server = createServer(certificate, (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        heard.push({ url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() });
        answer?.(request, response);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const asked: string[] = [];
  const localRules = (addresses: readonly string[] = ['127.0.0.1']): DestinationRules => ({
    resolve: async (host: string) => {
      asked.push(host);
      return addresses;
    },
    allowed: (address: string) => address === '127.0.0.1',
  });
  const message = (host = 'localhost') => ({
    url: `https://${host}:${port}/hook?a=b`,
    headers: { 'x-launchlens-event': 'launch.settled' },
    body: '{"é":1}',
  });
  const sender = (rules = localRules(), more = {}) => createSender({ rules, ca: certificate.cert, ...more });

  test('posts without TLS to a receiver on this machine in a local demo, and nowhere else', async () => {
    const received: string[] = [];
    const plain = createPlainServer((request, response) => {
      received.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const url = `http://localhost:${(plain.address() as AddressInfo).port}/in`;
    const to = (rules: DestinationRules, at = url) =>
      createSender({ rules })({ ...message(), url: at }, never);
    const publicRules = { resolve: async () => ['8.8.8.8'], allowed: isPublicAddress };
    expect(await to({ ...publicRules, local: true })).toMatchObject({ httpStatus: 200, failure: undefined });
    expect(await to(publicRules)).toMatchObject({ failure: expect.stringContaining('https://') });
    expect(await to({ ...publicRules, local: true }, 'http://10.0.0.1/')).toMatchObject({
      failure: expect.stringContaining('https://'),
    });
    expect(received).toEqual(['/in']);
    await new Promise((closed) => plain.close(closed));
  });

  test('posts the body as it is, with its headers, to the address that was checked', async () => {
    asked.length = 0;
    expect(await sender()(message(), never)).toEqual({ httpStatus: 200, failure: undefined });
    expect(asked).toEqual(['localhost']);
    expect(heard).toEqual([
      {
        url: '/hook?a=b',
        headers: expect.objectContaining({
          ...{ host: `localhost:${port}`, 'content-type': 'application/json', 'content-length': '8' },
          'x-launchlens-event': 'launch.settled',
        }),
        body: '{"é":1}',
      },
    ]);
  });

  test('sends nothing where the name stands for a private address by now', async () => {
    const addresses = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['127.0.0.2']];
    const rules = { ...localRules(), resolve: async () => addresses.shift() ?? [] };
    expect((await sender(rules)(message(), never)).httpStatus).toBe(200);
    for (const _ of [1, 2, 3]) {
      expect(await sender(rules)(message(), never)).toEqual({
        httpStatus: undefined,
        failure: expect.stringContaining('does not stand for public addresses'),
      });
    }
    expect(heard).toHaveLength(1);
  });

  test('connects to what was checked, whatever the machine takes the name for', async () => {
    // The machine knows localhost as loopback: were it asked again, it would get there.
    const rules = { resolve: async () => ['192.0.2.1'], allowed: () => true };
    const outcome = await sender(rules, { longestMs: 300 })(message(), never);
    expect(outcome.httpStatus).toBeUndefined();
    expect(heard).toEqual([]);
  });

  test('sends nothing to this machine by the rules of production', async () => {
    const rules = { resolve: async () => ['127.0.0.1'], allowed: isPublicAddress };
    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
      expect((await sender(rules)(message(host), never)).failure).toMatch(
        /^url is not an allowed webhook address/,
      );
    }
    expect(heard).toEqual([]);
  });

  test.for([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    answer = (_request, response) => {
      response.writeHead(status, { location: `https://localhost:${port}/elsewhere` }).end();
    };
    expect(await sender()(message(), never)).toEqual({
      httpStatus: status,
      failure: 'redirects are not followed',
    });
    expect(heard).toHaveLength(1);
  });

  test('tells what was answered, and how long it was asked to wait', async () => {
    answer = (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end();
    expect(await sender()(message(), never)).toEqual({
      ...{ httpStatus: 503, failure: 'it answered 503', askedFor: 7_000 },
    });
    answer = (_request, response) => void response.writeHead(410).end();
    expect(await sender()(message(), never)).toMatchObject({ httpStatus: 410, final: true });
  });

  test('waits for no answer longer than it may, and reads no body of one', async () => {
    answer = () => undefined;
    expect(await sender(localRules(), { longestMs: 200 })(message(), never)).toEqual({
      ...{ httpStatus: undefined, failure: 'it did not answer in time' },
    });
    answer = (_request, response) => {
      response.writeHead(200);
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), more));
      more();
    };
    expect(await sender()(message(), never)).toEqual({ httpStatus: 200, failure: undefined });
  });

  test('takes no certificate that is not for the name', async () => {
    expect(await sender()(message('hooks.example'), never)).toEqual({
      ...{ httpStatus: undefined, failure: 'its certificate is not accepted' },
    });
    expect(await createSender({ rules: localRules() })(message(), never)).toMatchObject({
      failure: 'its certificate is not accepted',
    });
    expect(heard).toEqual([]);
  });

  test('stops at once when the process ends', async () => {
    answer = () => undefined;
    const ending = new AbortController();
    const sent = sender()(message(), ending.signal);
    setImmediate(() => ending.abort(new Error('the end')));
    await expect(sent).rejects.toThrow('the end');
  });
});

describe('the signature', () => {
  test('is the HMAC-SHA-256 of time and body under the secret of the webhook', () => {
    const secret = webhookSecret(new Uint8Array(32).fill(7), 'a webhook');
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(webhookSecret(new Uint8Array(32).fill(7), 'another')).not.toBe(secret);
    expect(webhookSecret(new Uint8Array(32).fill(8), 'a webhook')).not.toBe(secret);
    const expected = createHmac('sha256', secret).update('1790000000.{}').digest('hex');
    expect(signatureHeader(secret, 1_790_000_000, '{}')).toBe(`t=1790000000,v1=${expected}`);
  });
});
