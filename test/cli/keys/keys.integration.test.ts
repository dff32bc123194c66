import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretHash } from '../../../api/access/agents/secret.ts';
import { createState } from '../../../api/state/state.ts';
import { KEY_ORDERS } from '../../../cli/keys/command.ts';
import type { DecisionParts } from '../../../cli/operator/order.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { absent } from '../../support/absent.ts';
import { collect } from '../../support/collect.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { testWallet } from '../../support/wallets.ts';

const { address: owner } = testWallet('owner');
const operator = 'somebody@here';
const { list, issue, revoke, tier } = KEY_ORDERS;
const { signal } = new AbortController();
const settings = { PAIRING_TOKEN_PREFIX: 'llp_', API_KEY_PREFIX: 'llk_', TREASURY_TOKEN_ACCOUNT: undefined };

let decisions: DecisionStore;
let parts: DecisionParts;
beforeAll(async () => {
  decisions = await embeddedDecisions();
  parts = { olap: absent('index'), oltp: decisions.oltp, clock: systemClock, settings };
});
afterAll(async () => {
  await decisions[Symbol.asyncDispose]();
});

test('an operator issues, lists, raises and revokes keys, and each is recorded without the key', async () => {
  const input = issue.input.parse({ owner, label: 'Nightly', scopes: ['quote'], operator });
  const [issued] = await collect(issue.run(parts, input, signal));
  if (!issued) throw new Error('nothing was issued');
  const { key, ...line } = issued;
  expect(line).toMatchObject({ kind: 'key', label: 'Nightly', scopes: ['read', 'quote'], tier: 'paired' });
  expect(line.shown).toBe(`llk_…${key.slice(-4)}`);
  expect(await collect(list.run(parts, { owner }, signal))).toEqual([line]);

  const { credentials, operatorActions, credentialEvents } = createState(decisions.oltp);
  const { id } = line;
  await collect(tier.run(parts, { id, tier: 'elevated', operator }, signal));
  expect((await credentials.byHash(secretHash(key)))?.tier).toBe('elevated');
  const [revoked] = await collect(revoke.run(parts, { id, operator }, signal));
  expect(revoked?.state).toBe('revoked');
  expect((await credentials.byHash(secretHash(key)))?.revokedAt).toBeDefined();

  const actions = await operatorActions.list(10);
  expect(actions.map(({ action, operator: by, details }) => [action, by, details.id])).toEqual([
    ['keys revoke', operator, id],
    ['keys tier', operator, id],
    ['keys issue', operator, id],
  ]);
  const auditLog = await credentialEvents.list(owner, { limit: 9, before: undefined });
  expect(auditLog.map(({ kind, surface, reason }) => [kind, surface, reason])).toEqual([
    ['revoked', 'operator', 'by the operator'],
    ['issued', 'operator', 'by the operator'],
  ]);
  expect(
    JSON.stringify(actions, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(key);
});

test.each(['intent', 'manage', 'trade', 'wallet_admin'] as const)(
  'no operator issues a key with %s',
  async (scope) => {
    const input = issue.input.parse({
      owner: testWallet('another').address,
      label: 'x',
      scopes: [scope],
      operator,
    });
    await expect(collect(issue.run(parts, input, signal))).rejects.toMatchObject({
      code: 'KEY_NEEDS_OWNER',
      exit: 2,
    });
    expect(await collect(list.run(parts, { owner: testWallet('another').address }, signal))).toEqual([]);
  },
);

test('an id that is none changes and records nothing', async () => {
  const { operatorActions } = createState(decisions.oltp);
  const before = await operatorActions.list(50);
  await expect(collect(revoke.run(parts, { id: 'none', operator }, signal))).rejects.toMatchObject({
    code: 'CREDENTIAL_UNKNOWN',
  });
  await expect(
    collect(tier.run(parts, { id: 'none', tier: 'paired', operator }, signal)),
  ).rejects.toMatchObject({
    code: 'CREDENTIAL_UNKNOWN',
  });
  expect(await operatorActions.list(50)).toEqual(before);
});
