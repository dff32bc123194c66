import { expect, onTestFinished, test } from 'vitest';
import { rpcCheck } from '../../../cli/doctor/rpc.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { openRpcLimit } from '../../../core/rpc/rate-limit.ts';
import { result, startRpcScript } from '../../support/rpc-script.ts';
import { key58 } from '../../support/scripted-feed.ts';

async function node(chain: string, slot: number): Promise<string> {
  const script = await startRpcScript(({ method }) =>
    result(method === 'getSlot' ? `${slot}` : `"${key58(chain)}"`),
  );
  onTestFinished(() => script.close());
  return script.url;
}

function check(...urls: readonly string[]) {
  const settings = settingsSchema.parse({ SOLANA_RPC_URL: urls.join(',') });
  const [clock, logger, rpcLimit] = [systemClock, createLogger('silent'), openRpcLimit(settings)];
  return rpcCheck.run({
    settings,
    logger,
    clock,
    rpcLimit,
    programs: [],
    signal: AbortSignal.timeout(20_000),
  });
}

test('the doctor asks every node, and finds one of another chain', async () => {
  const [a, b, other] = [await node('a chain', 70), await node('a chain', 71), await node('another', 72)];
  const host = (url: string): string => new URL(url).host;
  expect(await check(a)).toEqual({ ok: true, detail: `${host(a)}, localnet, confirmed slot 70` });
  expect(await check(a, b)).toEqual({
    ok: true,
    detail: `${host(a)}, localnet, confirmed slot 70; ${host(b)}, localnet, confirmed slot 71`,
  });
  expect(await check(a, other)).toMatchObject({
    ok: false,
    detail: `${host(other)} is not of the chain of ${host(a)}: its genesis hash is ${key58('another')}`,
  });
});
