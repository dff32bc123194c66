import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { toolArguments } from '../../schemas/rest/agent-tools.ts';
import { authorizationOf, credentialChallenge } from '../access/agents/header.ts';
import type { AgentParts } from '../access/agents/parts.ts';
import type { AgentPrincipal } from '../access/agents/principal.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import type { ApiMetrics } from './metrics.ts';
import { parseBody } from './parse.ts';
import { BASE_PATH, type Route, urlOf } from './route.ts';

interface ToolCaller {
  readonly caller: AgentPrincipal;
  readonly beyondRate: boolean;
}

/** A tool for agents, whatever serves it. */
export interface CallableTool {
  /** It stops the owner's agents, so no rate refuses it. */
  readonly stopsAgents: boolean;
  /** Never rejects: a refusal is an answer too. */
  readonly call: (raw: unknown, by: ToolCaller) => Promise<object>;
}

export interface AgentTools {
  readonly agents: Pick<AgentParts, 'access' | 'rates'>;
  readonly find: (name: string) => CallableTool | undefined;
}

/** Serves the tools of agents to clients that do not speak MCP. The credential is checked before a body is read. */
export function serveTool(
  app: FastifyInstance,
  route: Route,
  { agents, find, metrics }: AgentTools & { readonly metrics: ApiMetrics },
): void {
  const url = urlOf(route);
  const surface = `${BASE_PATH}/agent/tools/`;
  const callers = new WeakMap<FastifyRequest, ToolCaller>();
  app.post(url, {
    onRequest: async (request, reply) => {
      const tool = find(nameIn(request));
      const caller = await principalOf(agents, request, reply, surface);
      const { waitSeconds: seconds, headers } = agents.rates.take(caller);
      reply.headers(headers);
      if (seconds > 0 && !tool?.stopsAgents)
        throw new LaunchlensError('CREDENTIAL_RATE_LIMITED', { seconds });
      callers.set(request, { caller, beyondRate: seconds > 0 });
    },
    handler: async (request, reply) => {
      const name = nameIn(request);
      const [tool, by] = [find(name), callers.get(request)];
      if (tool === undefined) throw new LaunchlensError('TOOL_UNKNOWN', { name });
      if (by === undefined) throw new LaunchlensError('INTERNAL', {});
      const answered = await tool.call(parseBody(toolArguments, request.body ?? {}), by);
      metrics.request(url, 200);
      const headers = { ...COMMON_HEADERS, 'cache-control': 'no-store', 'content-type': JSON_TYPE };
      return reply.headers(headers).send(JSON.stringify(answered));
    },
  });
}

const LONGEST_NAME = 64;

function nameIn({ params }: FastifyRequest): string {
  return (params as { readonly name: string }).name.slice(0, LONGEST_NAME);
}

async function principalOf(
  { access }: AgentTools['agents'],
  { raw }: FastifyRequest,
  reply: FastifyReply,
  surface: string,
): Promise<AgentPrincipal> {
  const authorization = authorizationOf(raw.rawHeaders);
  try {
    return await access.principal({ authorization, surface, kinds: ['token', 'key'] });
  } catch (error) {
    if (!isLaunchlensError(error) || error.status !== 401) throw error;
    reply.header('www-authenticate', credentialChallenge(authorization !== undefined));
    throw new LaunchlensError('CREDENTIAL_REQUIRED', {}, error);
  }
}
