import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { signatureHeader, webhookSecret } from '../../api/actions/webhooks/context.ts';
import { WEBHOOK_EVENT_KINDS } from '../../schemas/webhooks/event.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const page = readFileSync(resolve(docs, 'webhooks.md'), 'utf8');
const secret = webhookSecret(new Uint8Array(32).fill(1), 'a webhook');
const body = '{"id":"é"}';
const now = 1_790_000_000;

test('the recipe of docs/webhooks.md is the one of its example, and takes what is genuine alone', async () => {
  const example = readFileSync(resolve(docs, 'examples/verify-webhook.mjs'), 'utf8');
  const [recipe = ''] = /export function isGenuine[\s\S]*?\n\}\n/.exec(page) ?? [];
  const names = recipe.replace('300', 'OLDEST_SECONDS');
  expect(example).toContain(names);

  const { isGenuine } = await import(resolve(docs, 'examples/verify-webhook.mjs'));
  const signature = signatureHeader(secret, now, body);
  expect(isGenuine({ secret, signature, body, now: now + 299 })).toBe(true);
  expect(isGenuine({ secret, signature, body: Buffer.from(body), now })).toBe(true);
  for (const wrong of [
    { now: now + 301 },
    { now: now - 301 },
    { body: `${body} ` },
    { secret: webhookSecret(new Uint8Array(32), 'a webhook') },
    { signature: undefined },
    { signature: signature.replace(/.$/, (end) => (end === '0' ? '1' : '0')) },
    { signature: signature.replace(`t=${now}`, `t=${now + 1}`) },
    { signature: signature.slice(0, -1) },
  ]) {
    expect(isGenuine({ secret, signature, body, now, ...wrong })).toBe(false);
  }
});

test('the page names every kind of event and no other', () => {
  const rows = [...page.matchAll(/^\| (`[a-z]+\..*?) \|/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((cell) => {
    const [first = '', ...more] = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
    return [first, ...more.map((name) => `${first.split('.')[0]}${name}`)];
  });
  expect(named.toSorted()).toEqual(WEBHOOK_EVENT_KINDS.toSorted());
});
