import { spawn } from 'node:child_process';

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

/** Runs commands in one shell, as somebody who types them in. Gives what each prints. */
export async function runSteps(steps: readonly Step[], cwd: string): Promise<string[]> {
  const mark = '--- end of step ---';
  const script = steps.map(({ command }) => `${command}\necho; echo '${mark}'`).join('\n');
  const shell = spawn('bash', ['-s'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.end(script);
  let text = '';
  for await (const chunk of shell.stdout) text += String(chunk);
  return text
    .split(`${mark}\n`)
    .slice(0, steps.length)
    .map((printed) => printed.trim());
}

/** What an example prints, as a pattern: `…` stands for anything. */
export function patternOf(printed: string): RegExp {
  const literal = printed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('…', '[\\s\\S]*?')}$`);
}
