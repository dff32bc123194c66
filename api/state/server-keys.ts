import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { bytesColumn, first, insertion } from '../../core/oltp/statements.ts';

const KEY_BYTES = 32;
const keyRow = z.object({ key: bytesColumn.refine((hex) => hex.length === 2 * KEY_BYTES) });

const READ = 'SELECT key FROM server_keys WHERE name = $1';

/** The purpose of each key of the service. */
export type ServerKeyName = 'user-codes' | 'sessions' | 'webhooks' | 'cursors';

/** A key of 32 random bytes: created once, the same for every process over the store and after every restart. */
export async function serverKey(oltp: Oltp, name: ServerKeyName, now: number): Promise<Uint8Array> {
  const known = await first(oltp, READ, [name], keyRow);
  if (known) return Buffer.from(known.key, 'hex');
  const fields = { name, key: randomBytes(KEY_BYTES), madeAt: now };
  await oltp.run(...insertion('server_keys', fields, 'ON CONFLICT DO NOTHING'));
  const made = await first(oltp, READ, [name], keyRow);
  if (!made)
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: `the key ${name} was made and is not there` });
  return Buffer.from(made.key, 'hex');
}
