import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_SURFACE, SURFACES } from '../../../api/mcp/surfaces.ts';
import {
  embeddedDecisions,
  type SharedDecisionStore,
  serverDecisions,
} from '../../support/decision-stores.ts';
import { type AgentsUnderTest, agentsOver } from './support/agents-under-test.ts';
import type { McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest } from './support/surface-under-test.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const SSE = { accept: 'text/event-stream' };
const REVOCATION_MS = 2_000;

interface Process {
  readonly agents: AgentsUnderTest;
  readonly under: SurfaceUnderTest;
  at(path: string): McpUnderTest;
}

describe('two API processes over one PostgreSQL', () => {
  let store: SharedDecisionStore;
  const running: Process[] = [];
  beforeAll(async () => {
    store = await serverDecisions();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    for (const { under } of running.splice(0)) await under[Symbol.asyncDispose]();
  });
  const start = async (): Promise<Process> => {
    const agents = await agentsOver(await store.another());
    const under = await openSurface([], { surfaces: SURFACES, agents: agents.parts });
    const process = { agents, under, at: (path: string) => under.mcp.at(path) };
    running.push(process);
    return process;
  };
  const both = async () => [await start(), await start()] as const;

  test('serve the sessions of each other, on every surface', async () => {
    const [one, other] = await both();
    const { headers } = await one.agents.issue();

    for (const { path, credentials } of SURFACES) {
      const session = await one.at(path).initialize(credentials ? headers : {});
      expect([path, (await other.at(path).post(PING, session)).status]).toEqual([path, 200]);
      expect((await other.at(path).request('DELETE', session)).status).toBe(204);
      for (const { at } of [one, other]) expect((await at(path).post(PING, session)).status).toBe(404);
    }
  });

  test('refuse what one of them revoked from the next call on, and close the streams of the other in time', async () => {
    const [one, other] = await both();
    const agent = await one.agents.issue();
    const session = await one.at(AGENT_SURFACE.path).initialize(agent.headers);
    const stream = await fetch(other.at(AGENT_SURFACE.path).url, { headers: { ...session, ...SSE } });
    expect(stream.status).toBe(200);

    const revokedAt = performance.now();
    await one.agents.revoke(agent);
    expect((await other.at(AGENT_SURFACE.path).post(PING, session)).status).toBe(401);

    expect(await stream.text()).toBe('');
    expect(performance.now() - revokedAt).toBeLessThan(REVOCATION_MS * (process.env.CI ? 5 : 2));
  });

  test('close the stream of a session that the other ended', async () => {
    const [one, other] = await both();
    const session = await one.at('/mcp').initialize();
    const stream = await fetch(other.at('/mcp').url, { headers: { ...session, ...SSE } });

    expect((await one.at('/mcp').request('DELETE', session)).status).toBe(204);

    expect(await stream.text()).toBe('');
  });
});

describe('sessions over a restart', () => {
  test('go on where decisions are kept, and stay ended where they were ended', async () => {
    await using store = await embeddedDecisions();
    const open = async () => {
      const { parts, issue } = await agentsOver(store.oltp);
      return { issue, under: await openSurface([], { surfaces: SURFACES, agents: parts }) };
    };
    const before = await open();
    const { headers } = await before.issue();
    const anonymous = await before.under.mcp.initialize();
    const kept = await before.under.mcp.at(AGENT_SURFACE.path).initialize(headers);
    const ended = await before.under.mcp.at(AGENT_SURFACE.path).initialize(headers);
    await before.under.mcp.at(AGENT_SURFACE.path).request('DELETE', ended);
    await before.under[Symbol.asyncDispose]();

    const after = await open();
    const statusOf = async (path: string, session: Record<string, string>) =>
      (await after.under.mcp.at(path).post(PING, session)).status;
    expect(await statusOf('/mcp', anonymous)).toBe(200);
    expect(await statusOf(AGENT_SURFACE.path, kept)).toBe(200);
    expect(await statusOf(AGENT_SURFACE.path, ended)).toBe(404);
    await after.under[Symbol.asyncDispose]();
  });

  test('end with the process where nothing is kept', async () => {
    const before = await openSurface([]);
    const session = await before.mcp.initialize();
    await before[Symbol.asyncDispose]();

    await using after = await openSurface([]);
    expect((await after.mcp.post(PING, session)).status).toBe(404);
  });
});
