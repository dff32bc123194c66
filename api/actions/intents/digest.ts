import { createHash } from 'node:crypto';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Json, JsonObject } from '../../state/intents/intent.ts';

/** The arguments that say which of the two calls it is; everything else is what would be done. */
const CONTROL = ['confirm', 'plan_id', 'idempotency_key'];

/** What a call asks for, as JSON: whole numbers beyond a double as decimal strings, what was left out left out. */
export function askedFor(input: Readonly<Record<string, unknown>>): JsonObject {
  const asked = Object.entries(input).filter(([name]) => !CONTROL.includes(name));
  return jsonOf(Object.fromEntries(asked)) as JsonObject;
}

/**
 * SHA-256, in hex, of an action, what it is asked for and the wallets that it would come to: the same for the same, in
 * whatever order members came, and another where a label among them has come to mean another wallet.
 */
export function digestOf(action: string, asked: JsonObject, wallets: readonly Pubkey[]): string {
  return createHash('sha256')
    .update(`${action} ${JSON.stringify(ordered(asked))} ${JSON.stringify(wallets)}`)
    .digest('hex');
}

function jsonOf(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    ),
  ) as Json;
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
}
