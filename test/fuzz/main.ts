import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  exitOnSignals,
  ownTemporaryDirectory,
  parentOfTestStores,
} from '../support/own-temporary-directory.ts';
import type { FuzzOutcome } from './support/run.ts';
import { supervise } from './support/supervise.ts';
import type { FuzzTarget } from './support/target.ts';
import { TARGETS } from './targets/all.ts';

const USAGE = `npm run fuzz -- [--seconds S] [--inputs N] [--seed X] [--target NAME]... [--from N]

Feeds random, cut and damaged input to every parser of outside data. Exits with 1 when a property did not hold, and
says how to make that input again.

  --seconds S    so long in all, shared among the targets (60)
  --inputs N     at least so many inputs for each target that is fast, and its share of them for each other
  --seed X       any text; the same seed makes the same inputs (random)
  --target NAME  this one alone; may be given more than once:
                 ${TARGETS.map(({ name }) => name).join(', ')}
  --from N       begin with input number N of the seed
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    inputs: { type: 'string', default: '0' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    target: { type: 'string', multiple: true },
    from: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const LONGEST_DETAIL = 4_000;

function whole(name: 'seconds' | 'inputs' | 'from'): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}

function chosen(): readonly FuzzTarget[] {
  const { target } = values;
  const unknown = target?.filter((name) => !TARGETS.some((one) => one.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no such target: ${unknown.join(', ')}`);
  return TARGETS.filter(({ name }) => target?.includes(name) ?? true);
}

async function run(): Promise<boolean> {
  const targets = chosen();
  ownTemporaryDirectory('launchlens-fuzz-', parentOfTestStores());
  exitOnSignals();
  const ms = (whole('seconds') * 1000) / targets.length;
  process.stdout.write(
    `seed ${values.seed}\n\n${line('target', 'inputs', 'inputs/s', 'memory', 'accepted or refused as')}`,
  );
  let total = 0;
  let failed = false;
  for (const { name, share, good } of targets) {
    const plan = { seed: values.seed, from: whole('from'), inputs: Math.ceil(whole('inputs') * share), ms };
    const outcome = await supervise({ target: name, good, plan }, progress);
    total += outcome.inputs;
    failed ||= outcome.findings.length > 0;
    print(outcome);
  }
  process.stdout.write(
    `\n${total} inputs, ${failed ? 'and properties that did not hold' : 'every property held'}\n`,
  );
  return !failed;
}

function progress({ target, inputs, findings }: FuzzOutcome): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${target}: ${inputs} inputs, ${findings.length} findings\u001b[K\r`);
}

function print({ target, inputs, ms, rssPeakMb, verdicts, findings }: FuzzOutcome): void {
  const told = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`);
  const rate = ms === 0 ? 0 : (inputs / ms) * 1000;
  process.stdout.write(
    line(target, `${inputs}`, rate.toFixed(0), `${rssPeakMb.toFixed(0)} MB`, told.join(', ')),
  );
  for (const { at, detail } of findings) {
    const again = `npm run fuzz -- --target ${target} --seed ${values.seed} --from ${at} --inputs 1 --seconds 0`;
    process.stdout.write(
      `\n  FINDING at input ${at}: ${detail.slice(0, LONGEST_DETAIL)}\n  again: ${again}\n\n`,
    );
  }
}

function line(target: string, inputs: string, rate: string, memory: string, verdicts: string): string {
  return `${target.padEnd(15)} ${inputs.padStart(9)} ${rate.padStart(9)} ${memory.padStart(8)}  ${verdicts}\n`;
}

if (values.help) process.stdout.write(USAGE);
else process.exitCode = (await run()) ? 0 : 1;
