import { expect, test } from 'vitest';
import type { EngineAnswer, EngineRequest } from '../../../../api/mcp/engine/engine.ts';
import { InFlight } from '../../../../api/mcp/sessions/in-flight.ts';

const ANSWER: EngineAnswer = { body: '{}', failed: false };
const ask = (answer: EngineRequest['answer']) => (): EngineRequest => ({ answer, cancel: () => undefined });

test('a busy session takes what is answered however busy it is, and nothing else', async () => {
  const inFlight = new InFlight(1);
  const { promise, resolve } = Promise.withResolvers<EngineAnswer>();
  const first = inFlight.answer('session', { requestId: 1, ask: ask(promise) });

  const second = { requestId: 2, ask: ask(Promise.resolve(ANSWER)) };
  await expect(inFlight.answer('session', second)).rejects.toMatchObject({ code: 'MCP_SESSION_BUSY' });
  expect(await inFlight.answer('session', second, { beyondBound: true })).toBe(ANSWER);

  resolve(ANSWER);
  expect(await first).toBe(ANSWER);
  expect(inFlight.size).toBe(0);
});
