import { endAtOnce } from '../end-with-parent.ts';
import { ServerEngine } from './engine.ts';
import { createHttpServer } from './http.ts';

/** `node main.ts DIRECTORY PORT USER PASSWORD`: prints the port on one line once it listens. */
const [directory = '', port = '0', user = 'default', password = ''] = process.argv.slice(2);
const server = createHttpServer(new ServerEngine(directory), { user, password });
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
// The parent closes this pipe by ending, however it ends.
process.stdin.resume().once('end', endAtOnce);
