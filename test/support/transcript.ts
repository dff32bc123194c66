import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';

const MARK = '--- end of step ---';

/** One command of a console example, and the lines that it prints there. */
export interface Step {
  readonly command: string;
  readonly printed: string;
}

/** The fenced blocks of a page in one language. */
export function blocksOf(page: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(fence)].map(([, block = '']) => block);
}

/** The steps of a console example: `$ ` begins a command, other lines are what the one before prints. */
export function stepsOf(block: string): Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...printed] = step.trimEnd().split('\n');
      return { command, printed: printed.join('\n') };
    });
}

/**
 * Runs commands in one shell, as somebody who types them in, and gives what each prints.
 *
 * @throws {Error} If a command fails: it is named, with what it printed.
 */
export async function runSteps(
  steps: readonly Step[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string[]> {
  const script = steps.map(({ command }) => `${command}\necho; echo '${MARK}'`).join('\n');
  const shell = spawn('bash', ['-s'], { cwd, env: { HOME: homedir(), PATH: process.env.PATH, ...env } });
  shell.stdin.end(`set -euo pipefail\n${script}\n`);
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close'),
  ]);
  const printed = stdout.split(`${MARK}\n`);
  if (code !== 0)
    throw new Error(`${steps[printed.length - 1]?.command} ended with ${code}: ${printed.at(-1)}${stderr}`);
  return printed.slice(0, steps.length).map((lines) => lines.trim());
}

/** What an example prints, as a pattern: `…` stands for anything. */
export function patternOf(printed: string): RegExp {
  const literal = printed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('…', '[\\s\\S]*?')}$`);
}
