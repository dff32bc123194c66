import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Calls a tool as an agent does. Answers its text, or `refused: …` where the credential does not hold. */
export async function callTool(
  origin: string,
  token: string,
  name: string,
  args: Record<string, unknown> = {},
): Promise<string> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp/agent-v1`), {
    requestInit: { headers },
  });
  try {
    // The SDK types its own transport's optional session id without `undefined`.
    await client.connect(transport as Parameters<Client['connect']>[0]);
    return JSON.stringify(await client.callTool({ name, arguments: args }));
  } catch (error) {
    return `refused: ${error}`;
  } finally {
    await client.close();
  }
}
