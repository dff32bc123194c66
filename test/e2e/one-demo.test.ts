// Suites that share one running demo, which takes long to start. A suite that changes what others read comes last.
import './one-demo/mcp-docs.ts';
import './one-demo/audit.ts';
import './one-demo/mcp-official.ts';
import './one-demo/agent-pledge.ts';
import './one-demo/agent-to-explorer.ts';
import './one-demo/agent-takes-out.ts';
import './one-demo/owner-takes-out.ts';
import './one-demo/metrics.ts';
import './one-demo/launch-gate.ts';
import './one-demo/printed-commands.ts';
import './one-demo/reward-orders.ts';
import './one-demo/ten-tasks.ts';
import './one-demo/every-tool.ts';
