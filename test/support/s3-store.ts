import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signedHeaders } from './s3-signature.ts';

const KEY = { id: 'key-id', secret: 'key-secret', sessionToken: undefined };

export interface S3Store extends AsyncDisposable {
  /** The settings of a process that may use it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly objects: ReadonlyMap<string, Buffer>;
}

/** An S3-compatible store in memory: one bucket, `backups`. It checks signatures and digests, as real ones do. */
export async function startS3Store(): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const body = await buffer(request);
    const { url: name = '', method } = request;
    if (!isSigned(request)) return refuse(403, 'SignatureDoesNotMatch');
    if (!name.startsWith('/backups/')) return refuse(404, 'NoSuchBucket');
    const found = objects.get(name);
    if (method === 'GET') return found ? response.end(found) : refuse(404, 'NoSuchKey');
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return refuse(400, 'XAmzContentSHA256Mismatch');
    if (found && request.headers['if-none-match'] === '*') return refuse(412, 'PreconditionFailed');
    objects.set(name, body);
    return response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    settings: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: KEY.id,
      AWS_SECRET_ACCESS_KEY: KEY.secret,
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** `sign.test.ts` compares the signature itself with Amazon's. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const stamp = String(headers['x-amz-date']).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  );
  const condition = headers['if-none-match'];
  const expected = signedHeaders(
    {
      method: method === 'PUT' ? 'PUT' : 'GET',
      url: new URL(url, `http://${headers.host}`),
      headers: condition === undefined ? {} : { 'if-none-match': condition },
      sha256: String(headers['x-amz-content-sha256']),
    },
    { key: KEY, region: 'us-east-1', now: Date.parse(stamp) },
  );
  return headers.authorization === expected.authorization;
}
