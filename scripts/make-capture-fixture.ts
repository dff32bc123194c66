import { rm } from 'node:fs/promises';
import { makeCapture } from '../test/support/captures/make-capture.ts';
import { ModelChain } from '../test/support/captures/model-chain.ts';

/**
 * Writes `fixtures/captures/model.llcap`: two segments of the tests' random chain. The records are always the same; the
 * compressed bytes depend on Node's zstd.
 */
const file = new URL('../fixtures/captures/model.llcap', import.meta.url).pathname;
await rm(file, { force: true });
const chain = new ModelChain({ seed: 2026, slots: 120 });
const ranges = [
  { from: 1n, to: 80n },
  { from: 90n, to: 120n },
];
process.stdout.write(`${await makeCapture({ file, chain, ranges })}  ${file}\n`);
