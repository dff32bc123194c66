import dns from 'node:dns';
import net from 'node:net';

// Loaded before the command: whatever reaches for a network ends the process with a stack that says where.
const refuse = (what) => () => {
  process.stderr.write(`${new Error(`the network was asked for by ${what}`).stack}\n`);
  process.exit(99);
};
net.Socket.prototype.connect = refuse('a socket');
net.Server.prototype.listen = refuse('a server');
dns.lookup = refuse('a look-up');
globalThis.fetch = refuse('fetch');
