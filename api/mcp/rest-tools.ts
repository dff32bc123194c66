import type { AgentPrincipal } from '../access/agents/principal.ts';
import { type CallServices, callTool } from './catalogue/call.ts';
import { TOOLS } from './tools/all.ts';
import { PROGRAM_TOOLS } from './tools/programs.ts';

/** The tools of agent-v1 by name, for transports other than MCP: an answer is the structured content. */
export function toolsByName(services: CallServices) {
  const served = services.context.programs ? [...TOOLS, ...PROGRAM_TOOLS] : TOOLS;
  const tools = new Map(served.map((tool) => [tool.name, tool]));
  return (name: string) => {
    const tool = tools.get(name);
    return (
      tool && {
        stopsAgents: tool.stopsAgents,
        call: async (
          raw: unknown,
          by: { readonly caller: AgentPrincipal; readonly beyondRate: boolean },
        ): Promise<object> => {
          const { isError, structuredContent } = await callTool(
            { ...by, tool, raw, structured: true },
            services,
          );
          return { ...(isError && { isError }), ...structuredContent };
        },
      }
    );
  };
}
