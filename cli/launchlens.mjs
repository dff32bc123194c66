#!/usr/bin/env node
// Starts the entry point, TypeScript in a checkout and JavaScript in an installed package, on a Node that can run it. If
// the machine's own Node is older, a checkout uses the one that npm installed as an optional dependency.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import modules, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Each statement of the embedded engine uses a thread of the pool while it runs; the default of four would make
// reads wait for writes. Read once, when the pool is first used.
process.env.UV_THREADPOOL_SIZE ??= '16';

const here = dirname(fileURLToPath(import.meta.url));
// Node keeps the compiled modules there, and the next start takes half the time. Not in the shared temporary directory,
// where others could put theirs. Where this one cannot be written, each start compiles.
process.env.NODE_COMPILE_CACHE ||= join(here, '..', 'node_modules', '.cache', 'compiled');
const main = ['main.ts', 'main.js'].map((name) => join(here, name)).find(existsSync);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  modules.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(main);
} else {
  const node = bundledNode();
  if (node === undefined) {
    process.stderr.write(
      `Launchlens needs Node 22.18 or newer and this is ${process.version}: install Node 24, then run npm ci again.\n`,
    );
    process.exit(2);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal's Ctrl-C also reaches the child; a supervisor's signal reaches only this process.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}

function bundledNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/package.json`,
    );
    const binary = join(dirname(manifest), 'bin', 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
