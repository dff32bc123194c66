import { expect, test } from 'vitest';
import { z } from 'zod';
import { unavailable } from '../../fixtures/localnet/yellowstone/grpc/status.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';

const stamp = z.object({
  source: z.object({ last_indexed_slot: z.int(), chain_slot: z.int(), lag_slots: z.int() }),
});

test('a stream that freezes under pings is opened anew, the lag is told truly meanwhile, and nothing is lost', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'frozen', pingIntervalMs: 100 });
  const index = await startIndex({
    chain: live,
    dataDir: directory.path,
    streamBounds: { silenceMs: 1_500, frozenMs: 1_500 },
    settings: { READY_MAX_LAG_SLOTS: '30' },
  });
  const source = async () =>
    stamp.parse(await (await fetch(`${index.url}/api/v1/ilo/status/`)).json()).source;
  const frozen = () => index.stats.streamEnds.get('frozen') ?? 0;
  try {
    await playInStep(live, index, { until: 90 });
    // Given a server that sends pings alone while the chain goes on
    const seen = frozen();
    live.faults.beforeSend = () => 'drop';
    live.chain.advance(20);
    // Then the stream is given up, and the one that takes its place replays what it kept back
    await waitFor(() => frozen() > seen, { what: 'the stream to be given up' });
    await index.reaches(live.confirmed);
    expect(index.stats.streamEnds.get('frozen')).toBeGreaterThan(0);
    // And when no stream can be had at all, answers say how far the chain is, which only RPC can have told
    live.faults.onSubscribe = () => unavailable('server is shutting down try again later');
    const { confirmed: before } = live;
    live.chain.advance(40);
    const { confirmed } = live;
    await waitFor(async () => (await source()).chain_slot >= Number(confirmed), {
      what: 'the head of the chain',
    });
    const told = await source();
    expect(told.last_indexed_slot).toBe(Number(before));
    expect(told.lag_slots).toBe(Number(confirmed - before));
    const ready = async () => {
      const response = await fetch(`${index.url}/ready`);
      return { status: response.status, body: await response.json() };
    };
    expect(await ready()).toMatchObject({
      status: 503,
      body: { code: 'lagging', detail: expect.stringContaining('slots behind the chain, more than 30.') },
    });
    // When the stream is itself again, nothing is missing
    live.faults.beforeSend = () => 'send';
    live.faults.onSubscribe = () => undefined;
    await playFreely(live, () => index.reaches(confirmed));
    await playInStep(live, index, { until: Number(live.chain.currentSlot) + 10 });
    const { coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 5n });
    expect(coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    await waitFor(async () => (await source()).lag_slots === 0, { what: 'the API to have followed' });
    expect(await ready()).toMatchObject({ status: 200 });
  } finally {
    await index.stop();
  }
});
