import { createHash } from 'node:crypto';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Json, JsonObject } from '../../state/intents/intent.ts';

/** The arguments that select plan or confirmation; all others describe the action. */
const CONTROL = ['confirm', 'plan_id', 'idempotency_key'];

/** The arguments of a call as JSON: integers beyond a double as decimal strings, omitted ones omitted. */
export function askedFor(input: Readonly<Record<string, unknown>>): JsonObject {
  const asked = Object.entries(input).filter(([name]) => !CONTROL.includes(name));
  return jsonOf(Object.fromEntries(asked)) as JsonObject;
}

/**
 * SHA-256, in hex, of an action, its arguments and its recipients: independent of the order of members, and different if
 * a label now means another wallet.
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
