import { COLOURS, NO_COLOURS, type Palette } from '../report/palette.ts';

export interface Outcome {
  readonly exit: 0 | 1 | 2 | 3;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a verifier with this process's command line and output. */
export async function runAsProcess(
  run: (argv: readonly string[], palette: Palette) => Promise<Outcome>,
): Promise<void> {
  // A reader that closes the pipe early (`| head`) has seen enough.
  process.stdout.on('error', () => undefined);
  const colourful = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const { exit, stdout, stderr } = await run(process.argv.slice(2), colourful ? COLOURS : NO_COLOURS);
  if (stdout !== '') process.stdout.write(`${stdout}\n`);
  if (stderr !== '') process.stderr.write(`${stderr}\n`);
  process.exitCode = exit;
}
