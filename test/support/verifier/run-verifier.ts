import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildVerifier } from '../../../scripts/build-verifier.ts';

export interface VerifierRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The oldest Node around: the machine's own where it has one, else the one that runs the tests. */
const NODE = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;

/** Builds a verifier and copies it to an empty directory, where it has nothing but itself. */
export async function installVerifier(
  name = 'verify-ilo-settlement.mjs',
  build = buildVerifier,
): Promise<string> {
  const built = join(mkdtempSync(join(tmpdir(), 'verifier-build-')), name);
  await build(built);
  const file = join(mkdtempSync(join(tmpdir(), 'verifier-alone-')), name);
  copyFileSync(built, file);
  return file;
}

/** Runs the installed file as a user does: a process of its own with its own output. */
export async function runVerifier(file: string, args: readonly string[]): Promise<VerifierRun> {
  const child = spawn(NODE, [file, ...args], {
    cwd: join(file, '..'),
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const exit = await new Promise<number | null>((closed, failed) => {
    child.on('error', failed);
    child.on('close', closed);
  });
  return { exit, ...output };
}
