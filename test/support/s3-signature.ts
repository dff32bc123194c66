import { createHash, createHmac } from 'node:crypto';

export interface AccessKey {
  readonly id: string;
  readonly secret: string;
  readonly sessionToken: string | undefined;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT';
  readonly url: URL;
  /** With lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the body. */
  readonly sha256: string;
}

export interface SignOptions {
  readonly key: AccessKey;
  readonly region: string;
  readonly now: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a request with its AWS signature, version 4. The path must need no encoding, and there is no query. */
export function signedHeaders(
  { method, url, headers = {}, sha256 }: S3Request,
  { key, region, now }: SignOptions,
): Record<string, string> {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = stamp.slice(0, 8);
  const sent = {
    ...headers,
    'x-amz-content-sha256': sha256,
    'x-amz-date': stamp,
    ...(key.sessionToken !== undefined && { 'x-amz-security-token': key.sessionToken }),
  };
  const lines = Object.entries({ ...sent, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([name]) => name).join(';');
  const canonical = [method, url.pathname, '', ...lines.map((line) => line.join(':')), '', names, sha256];
  const scope = [day, region, 's3', 'aws4_request'];
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const signing = scope.reduce<string | Buffer>((by, part) => hmac(by, part), `AWS4${key.secret}`);
  const signature = hmac(signing, [ALGORITHM, stamp, scope.join('/'), digest].join('\n')).toString('hex');
  const credential = [key.id, ...scope].join('/');
  const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
