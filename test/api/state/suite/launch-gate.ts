import { describe, expect, test } from 'vitest';
import { createLaunchGate, type Leg } from '../../../../api/state/launch-gate.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import type { GetState } from './under-test.ts';

const MOST = 4;
const at = (updatedAt: number, name: string, more: Partial<Leg> = {}): Leg => ({
  ...{ name, status: 'pending', note: '', updatedAt },
  ...more,
});
const action = (what: string) => ({ at: 7, operator: 'somebody@here', action: what, details: {} });

export function launchGateSuite(state: GetState, store: () => Oltp): void {
  describe('the launch gate', () => {
    test('has no legs at first, and those that are set in the order in which they were added', async () => {
      const { launchGate, operatorActions } = state();
      expect((await launchGate.read()).legs).toEqual([]);

      await launchGate.set(at(1_000, 'legal'), action('first'), MOST);
      await launchGate.set(at(2_000, 'Audit'), action('second'), MOST);
      const passed = at(3_000, 'legal', { status: 'passed', note: 'fine' });
      const last = await launchGate.set(passed, action('third'), MOST);

      expect(last?.legs).toEqual([passed, at(2_000, 'Audit')]);
      expect(await launchGate.read()).toEqual(last);
      const actions = await operatorActions.list(3);
      expect(actions.map((each) => each.action)).toEqual(['third', 'second', 'first']);
    });

    test('has one leg for all spellings of a name that differ in case alone, of any script', async () => {
      const { launchGate } = state();
      const before = (await launchGate.read()).legs.length;
      await launchGate.set(at(1, 'Éligibilité'), action('set'), MOST);
      const upper = await launchGate.set(at(2, 'ÉLIGIBILITÉ', { status: 'failed' }), action('set'), MOST);
      expect(upper?.legs.slice(before)).toEqual([at(2, 'ÉLIGIBILITÉ', { status: 'failed' })]);

      // The same letters, written as letters and marks of their own.
      const removed = await launchGate.remove('éligibilité'.normalize('NFD'), action('remove'));
      expect(removed?.legs).toHaveLength(before);
    });

    test('moves its version on with every change, and with nothing else', async () => {
      const { launchGate, operatorActions } = state();
      const versions = [(await launchGate.read()).version];
      const note = async (changed: Promise<{ readonly version: number } | undefined>) =>
        versions.push((await changed)?.version ?? Number.NaN);
      await note(launchGate.set(at(1, 'kyc'), action('set'), MOST));
      // The same once more: the operator said it again.
      await note(launchGate.set(at(1, 'kyc'), action('set'), MOST));
      await note(launchGate.remove('kyc', action('remove')));
      const [first = 0] = versions;
      expect(versions).toEqual([first, first + 1, first + 2, first + 3]);

      const recorded = await operatorActions.list(1);
      expect(await launchGate.remove('kyc', action('again'))).toBeUndefined();
      expect((await launchGate.read()).version).toBe(first + 3);
      expect(await operatorActions.list(1)).toEqual(recorded);
    });

    test('takes no more legs than it is told, however many are added at once, and still changes those it has', async () => {
      const { launchGate } = state();
      const { legs } = await launchGate.read();
      const names = Array.from({ length: 9 }, (_, index) => `leg ${index}`);
      const added = await Promise.all(names.map((name) => launchGate.set(at(1, name), action('set'), MOST)));

      expect(added.filter((each) => each !== undefined)).toHaveLength(MOST - legs.length);
      const full = await launchGate.read();
      expect(full.legs).toHaveLength(MOST);
      for (const { name } of full.legs)
        expect(await launchGate.set(at(5, name, { status: 'passed' }), action('set'), MOST)).toBeDefined();
      for (const { name } of full.legs) await launchGate.remove(name, action('remove'));
      expect((await launchGate.read()).legs).toEqual([]);
    });

    test('tells everybody over the same store of a change, with the legs as they are then', async () => {
      const told: unknown[] = [];
      const stop = createLaunchGate(store()).whenChanged((changed) => told.push(changed));
      const { launchGate } = state();
      const set = await launchGate.set(at(1, 'kyc'), action('set'), MOST);
      await launchGate.remove('no such leg', action('remove'));
      const removed = await launchGate.remove('KYC', action('remove'));
      stop();
      await launchGate.set(at(1, 'kyc'), action('set'), MOST);
      await launchGate.remove('kyc', action('remove'));
      expect(told).toEqual([set, removed]);
    });
  });
}
