import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveChain } from '../support/chain/live-chain.ts';
import { firstSlot } from '../support/index-check/answerable.ts';
import { type Equality, expectEqual } from '../support/index-check/equality.ts';
import { ExpectedAnswers } from '../support/mirror-check/expected-answers.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { expectMirrored, expectMirroredNow } from '../support/mirror-check/mirrored.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

describe('the mirror compared with the chain', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  let equality: Equality;
  let mirror: MirrorClient;
  let expected: ExpectedAnswers;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    // From before the first launch on, so that each of them is seen in every status it has.
    live = await LiveChain.open({ seed: 'mirror', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 480 });
    equality = await expectEqual({ olap: index.olap, chain: live.chain, every: 100n });
    mirror = new MirrorClient(index.url);
    expected = new ExpectedAnswers(live.chain);
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const asked = () => ({
    url: index.url,
    chain: live.chain,
    last: equality.bound.slot,
    coverage: equality.coverage,
  });

  test('tells any launch, wallet and pledge of any slot as the raw accounts do', async () => {
    await expectMirrored({ ...asked(), questions: 40 });
  });

  test('tells the newest state of every launch as the raw accounts do', async () => {
    await expectMirroredNow({ ...asked(), questions: 20 });
  });

  test('names the current launch of every slot: the newest active, else pending, else settled one', async () => {
    const phases = new Set<string>();
    for (let slot = firstSlot(equality.coverage); slot <= equality.bound.slot; slot += 7n) {
      const { phase, launch } = await mirror.status({ as_of_slot: slot });
      const current = expected.current(slot);
      expect({ slot, launch: launch?.launch_id }).toEqual({ slot, launch: current?.launchId.toString() });
      expect(phase).toBe(launch?.status ?? 'not_created');
      phases.add(phase);
    }
    expect(phases).toContain('not_created');
    expect(phases).toContain('active');
  });

  test('lists the launches of one status, page by page at one slot', async () => {
    const { slot } = equality.bound;
    for (const [code, status] of ['pending', 'active', 'succeeded', 'failed', 'finalized'].entries()) {
      const wanted = expected.launches(slot).filter((launch) => launch.status === code);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { status, limit: '1', ...(cursor && { cursor }) };
        const page: Awaited<ReturnType<MirrorClient['launches']>> = await mirror.launches(query);
        expect(page.count).toBe(wanted.length);
        ids.push(...page.results.map(({ launch_id }) => launch_id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(ids).toEqual(wanted.map(({ launchId }) => launchId.toString()));
    }
  });

  test('refuses slots that it does not know, and names the nearest that it does', async () => {
    const first = firstSlot(equality.coverage);
    const { slot: last } = equality.bound;
    expect(await mirror.refusal(`ilo/status/?as_of_slot=${last + 1n}`)).toEqual({
      status: 400,
      detail: expect.stringContaining(`newest available slot is ${last}`),
    });
    expect(await mirror.refusal(`ilo/status/?as_of_slot=${first - 1n}`)).toEqual({
      status: 410,
      detail: expect.stringContaining(`nearest available slot is ${first}`),
    });
  });
});
