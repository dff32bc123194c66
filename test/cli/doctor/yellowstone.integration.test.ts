import { expect, test } from 'vitest';
import { yellowstoneCheck } from '../../../cli/doctor/yellowstone.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { readSettings } from '../../../core/kernel/settings/load.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { waitFor } from '../../support/wait-for.ts';

test.each([
  { limits: undefined, streams: 1, said: /^\S+ over http2, slot \d+$/ },
  {
    limits: { filters: 1, keys: 10 },
    streams: 2,
    said: /^\S+ over http2 in 2 streams, because the server limits filters, slot \d+$/,
  },
])('the doctor says that a subscription took $streams streams', async ({ limits, streams, said }) => {
  await using live = await LiveChain.open(limits ? { filterLimits: limits } : {});
  const env = {
    YELLOWSTONE_ENDPOINT: live.grpcUrl,
    YELLOWSTONE_TRANSPORT: 'http2',
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
  };
  const settings = readSettings(env, {});
  const finding = yellowstoneCheck.run({
    settings,
    logger: createLogger('silent'),
    clock: systemClock,
    rpcLimit: openRpcLimit(settings),
    programs: [],
    signal: new AbortController().signal,
  });
  await waitFor(() => live.subscribers === streams, { what: 'the streams' });
  live.chain.advance(10);
  expect(await finding).toEqual({ ok: true, detail: expect.stringMatching(said) });
});
