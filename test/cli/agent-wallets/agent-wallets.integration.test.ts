import { afterAll, beforeAll, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { addLines, changeInput, listLines, removeLines } from '../../../cli/agent-wallets/lines.ts';
import type { DecisionParts } from '../../../cli/operator/ask.ts';
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
const change = { wallet, operator: 'somebody@here' };

let directory: TemporaryDirectory;
let decisions: DecisionStore;
let olap: Olap;
let parts: DecisionParts;
beforeAll(async () => {
  directory = await temporaryDirectory();
  olap = await openMigrated({ dataDir: directory.path, logger: createLogger('silent') });
  decisions = await embeddedDecisions();
  parts = { olap, oltp: decisions.oltp, clock: systemClock, signal: new AbortController().signal };
});
afterAll(async () => {
  await olap.close();
  await decisions[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

test('a wallet belongs to one owner, until it is taken away; every change is recorded', async () => {
  expect(await collect(addLines(parts, { ...change, owner }))).toEqual([{ wallet }]);
  expect(await collect(addLines(parts, { ...change, owner }))).toEqual([{ wallet }]);
  await expect(collect(addLines(parts, { ...change, owner: stranger }))).rejects.toMatchObject({
    code: 'AGENT_WALLET_TAKEN',
  });
  await expect(collect(removeLines(parts, { ...change, owner: stranger }))).rejects.toMatchObject({
    code: 'AGENT_WALLET_UNKNOWN',
  });
  expect(await collect(listLines(parts, { owner }))).toEqual([{ wallet }]);
  expect(await collect(listLines(parts, { owner: stranger }))).toEqual([]);

  expect(await collect(removeLines(parts, { ...change, owner }))).toEqual([{ wallet }]);
  expect(await collect(listLines(parts, { owner }))).toEqual([]);
  expect(await collect(addLines(parts, { ...change, owner: stranger }))).toEqual([{ wallet }]);

  const actions = await createState(decisions.oltp).operatorActions.list(10);
  expect(actions.map(({ action, operator }) => [action, operator])).toEqual([
    ['agent-wallets add', 'somebody@here'],
    ['agent-wallets remove', 'somebody@here'],
    ['agent-wallets add', 'somebody@here'],
    ['agent-wallets add', 'somebody@here'],
  ]);
});

test('nobody is the agent of itself', async () => {
  await expect(collect(addLines(parts, { ...change, owner: wallet }))).rejects.toMatchObject({
    code: 'AGENT_WALLET_TAKEN',
  });
});

test('what is no wallet is refused before anything is asked', () => {
  expect(changeInput.safeParse({ ...change, owner: 'nobody' }).success).toBe(false);
});
