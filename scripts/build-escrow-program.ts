import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { linkProgram } from './escrow-program/link.ts';

/** Other versions of the compiler produce other bytes. */
export const COMPILER = 'clang-19';

const SOURCES = resolve(import.meta.dirname, '../fixtures/localnet/escrow-program');
export const ESCROW_BINARY = join(SOURCES, 'escrow.so');
export const ESCROW_DIGEST = join(SOURCES, 'escrow.so.sha256');

const FLAGS = [
  ...['-std=c23', '-target', 'bpfel', '-mcpu=v2', '-O2', '-Wall', '-Wextra', '-Werror'],
  // The target has no library, no jump tables, and 4 KiB of stack for each function.
  ...['-ffreestanding', '-fno-builtin', '-fno-jump-tables', '-mllvm', '-bpf-stack-size=4096'],
];

/** Compiles and links the local chain's escrow program. The same sources give the same bytes on every machine. */
export async function buildEscrowProgram(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'escrow-program-'));
  try {
    const object = join(directory, 'entrypoint.o');
    const run = promisify(execFile);
    await run(COMPILER, [...FLAGS, '-c', 'entrypoint.c', '-o', object], { cwd: SOURCES });
    return linkProgram(await readFile(object));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const program = await buildEscrowProgram();
  const digest = hash('sha256', program);
  await writeFile(ESCROW_BINARY, program);
  await writeFile(ESCROW_DIGEST, `${digest}  escrow.so\n`);
  process.stdout.write(`${digest}  ${program.length} bytes\n`);
}
