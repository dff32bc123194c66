import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Oltp } from '../../core/oltp/port.ts';

const KEY_BYTES = 32;
const keyRow = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) });

const MAKE = `INSERT INTO server_keys (name, key, made_at) VALUES ($1, decode($2, 'hex'), $3) ON CONFLICT DO NOTHING`;
const READ = `SELECT encode(key, 'hex') AS key FROM server_keys WHERE name = $1`;

/** The purpose of each key of the service. */
export type ServerKeyName = 'user-codes' | 'sessions' | 'webhooks' | 'cursors';

/** A key of 32 random bytes: created once, the same for every process over the store and after every restart. */
export async function serverKey(oltp: Oltp, name: ServerKeyName, now: number): Promise<Uint8Array> {
  const [known] = await oltp.query(READ, [name], keyRow);
  if (known) return Buffer.from(known.key, 'hex');
  await oltp.run(MAKE, [name, randomBytes(KEY_BYTES).toString('hex'), new Date(now)]);
  const [made] = await oltp.query(READ, [name], keyRow);
  if (!made)
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: `the key ${name} was made and is not there` });
  return Buffer.from(made.key, 'hex');
}
