import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LAUNCH_CONFIG, PLEDGE } from '../idl/escrow.ts';
import type { AccountLayout, FieldLayout } from '../idl/layout.ts';
import { linkProgram } from './escrow-program/link.ts';

/** Other versions of the compiler produce other bytes. */
export const COMPILER = 'clang-19';

const FIXTURES = resolve(import.meta.dirname, '../fixtures/localnet');

/** The local chain's programs, each in a directory of its own. */
export const PROGRAM_NAMES = ['escrow', 'vault'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

const sourcesOf = (name: ProgramName): string => join(FIXTURES, `${name}-program`);
export const binaryOf = (name: ProgramName): string => join(sourcesOf(name), `${name}.so`);

const FLAGS = [
  ...['-std=c23', '-target', 'bpfel', '-mcpu=v2', '-O2', '-Wall', '-Wextra', '-Werror'],
  // The target has no library, no jump tables, and 4 KiB of stack for each function.
  ...['-ffreestanding', '-fno-builtin', '-fno-jump-tables', '-mllvm', '-bpf-stack-size=4096'],
];

/** Compiles and links a program of the local chain. The same sources give the same bytes on every machine. */
export async function buildProgram(name: ProgramName): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), `${name}-program-`));
  try {
    const object = join(directory, 'entrypoint.o');
    await writeFile(join(directory, 'accounts.h'), accountsHeader());
    const run = promisify(execFile);
    await run(COMPILER, [...FLAGS, '-I', directory, '-c', 'entrypoint.c', '-o', object], {
      cwd: sourcesOf(name),
    });
    return linkProgram(await readFile(object));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The accounts as packed C structs, with their discriminators as little-endian numbers. */
function accountsHeader(): string {
  return ['#pragma once', struct('launch_config', LAUNCH_CONFIG), struct('pledge', PLEDGE)].join('\n');
}

function struct(name: string, { discriminator, fields }: AccountLayout): string {
  const mark = Buffer.from(discriminator).readBigUInt64LE();
  return [
    `typedef struct __attribute__((packed)) { u64 discriminator; ${fields.map(member).join(' ')} } ${name};`,
    `#define ${name.toUpperCase()}_DISCRIMINATOR 0x${mark.toString(16)}ULL`,
  ].join('\n');
}

function member({ name, type, size }: FieldLayout): string {
  if (type === 'bytes') return `u8 ${name}[${size}];`;
  return `${type === 'bool' ? 'u8' : type} ${name};`;
}

if (process.argv[1] === import.meta.filename) {
  for (const name of PROGRAM_NAMES) {
    const program = await buildProgram(name);
    await writeFile(binaryOf(name), program);
    process.stdout.write(`${hash('sha256', program)}  ${name}.so, ${program.length} bytes\n`);
  }
}
