// Calls one tool over MCP and prints its answer as JSON.
//   node docs/examples/tool.mjs list_launches '{"limit":3}'

// In a project of your own: npm install launchlens-client, and import it by that name.
import { Launchlens } from 'launchlens/client';

const [tool, args = '{}', ...rest] = process.argv.slice(2);
if (!tool || rest.length > 0) {
  process.stderr.write("usage: node docs/examples/tool.mjs TOOL ['{…}']\n");
  process.exit(2);
}

const launchlens = new Launchlens({ url: process.env.LAUNCHLENS_URL ?? 'http://127.0.0.1:8080' });
try {
  const { answer } = await launchlens.mcp.call(tool, JSON.parse(args));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await launchlens.close();
}
