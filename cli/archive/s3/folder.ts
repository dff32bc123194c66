import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import pRetry from 'p-retry';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)+)\/?$/;
const EMPTY = createHash('sha256').digest('hex');
const RETRIES = 3;

export const isS3 = (path: string): boolean => path.startsWith('s3://');

interface S3Request {
  readonly method: 'GET' | 'PUT';
  /** Of the body. */
  readonly sha256: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A folder in an S3-compatible store: the objects whose names begin with a prefix. */
export interface S3Folder {
  readonly address: string;
  has(name: string): Promise<boolean>;
  /** @param ifNew refuses to replace an object */
  put(name: string, file: { path: string; sha256: string; ifNew?: boolean }): Promise<void>;
  /** Writes an object to a new file. */
  get(name: string, path: string): Promise<void>;
}

/** @throws SETTING_MISSING, COMMAND_USAGE; its methods S3_FAILED */
export function openS3Folder(address: string, settings: Settings, signal: AbortSignal): S3Folder {
  const [, bucket, prefix] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined)
    throw new LaunchlensError('COMMAND_USAGE', {
      detail: `${address} is not s3://BUCKET/NAME, with letters, digits, dots, - and _ in NAME.`,
    });
  const { AWS_REGION: region, AWS_ENDPOINT_URL_S3: endpoint } = settings;
  const base = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}${prefix}`;
  const signer = new AwsClient({ ...accessKey(settings), service: 's3', region });

  const send = (
    name: string,
    { method, sha256, headers = {} }: S3Request,
    body?: Blob,
  ): Promise<Response> => {
    const url = new URL(`${base}/${name}`);
    const attempt = async (): Promise<Response> => {
      // The body is not signed but its digest, so that it is sent as a file and not from memory.
      const signed = await signer.sign(url, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256 },
      });
      const request = { method, headers: signed.headers, redirect: 'manual', signal } as const;
      const response = await fetch(url, { ...request, ...(body && { body }) });
      if (response.status < 500) return response;
      throw failed(`${address}/${name}`, await reasonOf(response));
    };
    return pRetry(attempt, { retries: RETRIES, signal, minTimeout: 500 }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof LaunchlensError) throw error;
      throw failed(address, `${url.host} cannot be reached`, error);
    });
  };
  const read = (name: string) => send(name, { method: 'GET', sha256: EMPTY });
  return {
    address,
    has: async (name) => {
      const response = await read(name);
      if (response.ok) {
        await response.body?.cancel();
        return true;
      }
      const reason = await reasonOf(response);
      if (response.status === 404 && !reason.includes('NoSuchBucket')) return false;
      throw failed(`${address}/${name}`, reason);
    },
    put: async (name, { path, sha256, ifNew = false }) => {
      const headers = ifNew ? { 'if-none-match': '*' } : {};
      const response = await send(name, { method: 'PUT', headers, sha256 }, await openAsBlob(path));
      if (!response.ok) throw failed(`${address}/${name}`, await reasonOf(response));
      await response.body?.cancel();
    },
    get: async (name, path) => {
      const response = await read(name);
      if (!response.ok || !response.body) throw failed(`${address}/${name}`, await reasonOf(response));
      await pipeline(response.body, createWriteStream(path, { flags: 'wx' }), { signal });
    },
  };
}

function accessKey(settings: Settings) {
  const needed = (name: 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'): string => {
    const value = settings[name];
    if (value !== undefined) return value;
    const remedy = 'set the access key of the S3-compatible store';
    throw new LaunchlensError('SETTING_MISSING', { name, command: 's3://', remedy });
  };
  return {
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    ...(settings.AWS_SESSION_TOKEN !== undefined && { sessionToken: settings.AWS_SESSION_TOKEN }),
  };
}

/** Every S3-compatible store answers errors as XML with a code. */
async function reasonOf(response: Response): Promise<string> {
  const [, code = ''] = /<Code>(\w{1,60})<\/Code>/.exec(await response.text()) ?? [];
  return `HTTP ${response.status} ${code}`.trim();
}

function failed(object: string, reason: string, cause?: unknown): LaunchlensError {
  return new LaunchlensError('S3_FAILED', { object, reason }, cause);
}
