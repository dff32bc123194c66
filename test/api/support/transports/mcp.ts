import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { refusalOf, type Transport } from './question.ts';

const TOOLS = {
  status: 'get_ilo_details',
  launch: 'get_ilo_details',
  launches: 'list_launches',
  pledges: 'list_pledges',
} as const;

/** @param client the official one, which holds every answer against its tool's output schema */
export function mcpTransport(client: Client): Transport {
  return {
    name: 'MCP',
    ask: async ({ about, values }) => {
      const called = await client.callTool({ name: TOOLS[about], arguments: { ...values } });
      const { structuredContent, content, isError } = CallToolResultSchema.parse(called);
      if (isError) return refusalOf(String(structuredContent?.code), String(structuredContent?.detail));
      const [, json] = content;
      if (json?.type !== 'text') throw new Error('the answer is not repeated as JSON');
      // The text carries integers beyond 2^53 exactly; parsed, both must still say the same.
      if (JSON.stringify(JSON.parse(json.text)) !== JSON.stringify(structuredContent)) {
        throw new Error('the text and the structured content differ');
      }
      return { json: json.text };
    },
  };
}
