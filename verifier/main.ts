import { COLOURS, NO_COLOURS } from './report/human.ts';
import { run } from './run.ts';

// A reader that closes the pipe early (`| head`) has seen enough.
process.stdout.on('error', () => undefined);

const colourful = process.stdout.isTTY === true && !process.env.NO_COLOR;
const { exit, stdout, stderr } = await run(process.argv.slice(2), colourful ? COLOURS : NO_COLOURS);
if (stdout !== '') process.stdout.write(`${stdout}\n`);
if (stderr !== '') process.stderr.write(`${stderr}\n`);
process.exitCode = exit;
