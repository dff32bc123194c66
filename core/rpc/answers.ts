import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { U64_MAX } from '../../schemas/u64.ts';
import { base64Text } from '../kernel/encoded-text.ts';
import { isPubkey } from '../kernel/pubkey.ts';

/** An unsafe number was rounded when parsed; it is refused here and parsed again from its digits. */
export const integer = z.union([z.int().transform(BigInt), z.bigint()]);
export const u64 = integer.refine((value) => value >= 0n && value <= U64_MAX, { error: 'not a u64' });
/** The chain counts Unix seconds as i64. */
export const unixSeconds = integer.refine((value) => BigInt.asIntN(64, value) === value, {
  error: 'not an i64',
});
const base58Key = z.string().refine(isPubkey, { error: 'not base58 of 32 bytes' });

/** The runtime's maximum size of an account: a frame that decompresses to more is a bomb. */
const LONGEST_ACCOUNT_BYTES = 10 * 1024 * 1024;

const zstdText = base64Text.transform((frame, context) => {
  try {
    return zstdDecompressSync(frame, { maxOutputLength: LONGEST_ACCOUNT_BYTES });
  } catch {
    context.addIssue({ code: 'custom', message: 'not zstd, or more than an account can hold' });
    return z.NEVER;
  }
});

const account = z
  .object({
    lamports: u64,
    owner: base58Key,
    data: z.union([
      z.tuple([base64Text, z.literal('base64')]),
      z.tuple([zstdText, z.literal('base64+zstd')]),
    ]),
  })
  .transform(({ lamports, owner, data: [data] }) => ({ lamports, owner, data }));

const withContext = <Value extends z.ZodType>(value: Value) =>
  z.object({ context: z.object({ slot: u64 }), value });

export const programAccountsAnswer = withContext(z.array(z.object({ pubkey: base58Key, account })));
export const multipleAccountsAnswer = withContext(z.array(account.nullable()));
export const genesisHashAnswer = base58Key;
export const blockTimeAnswer = unixSeconds.nullable();

/** JSON-RPC 2.0; a code may be any integer. */
export const envelope = z.union([
  z.object({ error: z.object({ code: integer, message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);
