import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pRetry from 'p-retry';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Settings } from '../../../core/kernel/settings/schema.ts';
import { type AccessKey, type S3Request, signedHeaders } from './sign.ts';

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)+)\/?$/;
const EMPTY = createHash('sha256').digest('hex');
const RETRIES = 3;

export const isS3 = (path: string): boolean => path.startsWith('s3://');

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
  const key = accessKey(settings);

  const send = (name: string, request: Omit<S3Request, 'url'>, body?: Blob): Promise<Response> => {
    const url = new URL(`${base}/${name}`);
    const attempt = async (): Promise<Response> => {
      const headers = signedHeaders({ ...request, url }, { key, region, now: Date.now() });
      const { method } = request;
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body && { body }),
      });
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

function accessKey(settings: Settings): AccessKey {
  const needed = (name: 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'): string => {
    const value = settings[name];
    if (value !== undefined) return value;
    const remedy = 'set the access key of the S3-compatible store';
    throw new LaunchlensError('SETTING_MISSING', { name, command: 's3://', remedy });
  };
  return {
    id: needed('AWS_ACCESS_KEY_ID'),
    secret: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: settings.AWS_SESSION_TOKEN,
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
