import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';

export interface ApiQuestion {
  /** The address of the API. */
  readonly api: string;
  readonly query: string;
  readonly asOfSlot?: bigint | undefined;
  readonly format: string;
}

const refusal = z.object({ detail: z.string() });

/** Asks a running Launchlens. @throws SQL_API_UNREACHABLE, SQL_API_REFUSED */
export async function askApi({ api, query, asOfSlot, format }: ApiQuestion): Promise<Uint8Array> {
  const body = JSON.stringify({
    query,
    format,
    ...(asOfSlot !== undefined && { as_of_slot: Number(asOfSlot) }),
  });
  const response = await fetch(new URL('/api/v1/sql/', api), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch((error: unknown) => {
    throw new LaunchlensError('SQL_API_UNREACHABLE', { api }, error);
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.ok) return bytes;
  const { data } = refusal.safeParse(jsonOf(bytes));
  throw new LaunchlensError('SQL_API_REFUSED', { detail: data?.detail ?? `status ${response.status}` });
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
