import { afterAll, beforeAll, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { AGENT_WALLET_ORDERS } from '../../../cli/agent-wallets/orders.ts';
import type { DecisionParts } from '../../../cli/operator/order.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { collect } from '../../support/collect.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { testWallet } from '../../support/wallets.ts';

const { address: owner } = testWallet('owner');
const { address: stranger } = testWallet('stranger');
const { address: wallet } = testWallet('agent');
const { list, add, remove } = AGENT_WALLET_ORDERS;
const { signal } = new AbortController();
const change = { wallet, operator: 'somebody@here' };

const SETTINGS = { PAIRING_TOKEN_PREFIX: 'llp_', API_KEY_PREFIX: 'llk_', TREASURY_TOKEN_ACCOUNT: undefined };

let directory: TemporaryDirectory;
let decisions: DecisionStore;
let olap: Olap;
let parts: DecisionParts;
beforeAll(async () => {
  directory = await temporaryDirectory();
  olap = await openMigrated({ dataDir: directory.path, logger: createLogger('silent') });
  decisions = await embeddedDecisions();
  parts = { olap, oltp: decisions.oltp, clock: systemClock, settings: SETTINGS };
});
afterAll(async () => {
  await olap.close();
  await decisions[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

test('a wallet belongs to one owner, until it is taken away; every change is recorded', async () => {
  expect(await collect(add.run(parts, { ...change, owner }, signal))).toEqual([{ wallet }]);
  expect(await collect(add.run(parts, { ...change, owner }, signal))).toEqual([{ wallet }]);
  await expect(collect(add.run(parts, { ...change, owner: stranger }, signal))).rejects.toMatchObject({
    code: 'AGENT_WALLET_TAKEN',
  });
  await expect(collect(remove.run(parts, { ...change, owner: stranger }, signal))).rejects.toMatchObject({
    code: 'AGENT_WALLET_UNKNOWN',
  });
  expect(await collect(list.run(parts, { owner }, signal))).toEqual([{ wallet }]);
  expect(await collect(list.run(parts, { owner: stranger }, signal))).toEqual([]);

  expect(await collect(remove.run(parts, { ...change, owner }, signal))).toEqual([{ wallet }]);
  expect(await collect(list.run(parts, { owner }, signal))).toEqual([]);
  expect(await collect(add.run(parts, { ...change, owner: stranger }, signal))).toEqual([{ wallet }]);

  const actions = await createState(decisions.oltp).operatorActions.list(10);
  expect(actions.map(({ action, operator }) => [action, operator])).toEqual([
    ['agent-wallets add', 'somebody@here'],
    ['agent-wallets remove', 'somebody@here'],
    ['agent-wallets add', 'somebody@here'],
    ['agent-wallets add', 'somebody@here'],
  ]);
});

test('nobody is the agent of itself', async () => {
  await expect(collect(add.run(parts, { ...change, owner: wallet }, signal))).rejects.toMatchObject({
    code: 'AGENT_WALLET_TAKEN',
  });
});

test('what is no wallet is refused before anything is asked', () => {
  expect(add.input.safeParse({ ...change, owner: 'nobody' }).success).toBe(false);
});
