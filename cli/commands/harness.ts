import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { readFees } from '../../harness/data/fees.ts';
import { readFixture } from '../../harness/data/fixture.ts';
import { parseWindow } from '../../harness/data/window.ts';
import { evaluate } from '../../harness/evaluate.ts';
import { REFERENCE } from '../../harness/model/parameters.ts';
import { reportJson } from '../../harness/report/json.ts';
import { writeOutputs } from '../../harness/report/output.ts';
import { smaCrossover } from '../../harness/strategy/sma.ts';

interface HarnessFlags {
  readonly dataSource: 'fixture' | 'live';
  readonly windowStart?: string;
  readonly windowEnd?: string;
  readonly strategy: 'sma' | 'composite';
  readonly out?: string;
}

export function harnessCommand(): Command {
  return new Command('harness')
    .addOption(
      new Option('--data-source <source>', 'the frozen bars that come along, or a data provider')
        .choices(['fixture'])
        .default('fixture'),
    )
    .option('--window-start <time>', 'ISO 8601 UTC; bars that open at or after it')
    .option('--window-end <time>', 'ISO 8601 UTC; bars that are closed by it')
    .addOption(
      new Option('--strategy <name>', 'the crossover of two averages, or rules by market regime')
        .choices(['sma'])
        .default('sma'),
    )
    .option('--out <file>', 'write the whole report as JSON')
    .addHelpText(
      'after',
      '\nRuns a reference agent over past bars in paper mode, and says what came of it after every cost. Without options\n' +
        'it needs no network and prints the same bytes on every machine.\n\nExample:\n  launchlens harness --out report.json',
    )
    .action((flags: HarnessFlags) => run(flags));
}

function run(flags: HarnessFlags): void {
  const series = readFixture(parseWindow(flags));
  const charged = readFees();
  const parameters = REFERENCE;
  const setup = { strategy: flags.strategy, parameters, series, charged, rules: undefined };
  const { summary, report } = evaluate(setup, smaCrossover(parameters), { whole: flags.out !== undefined });
  if (report && flags.out !== undefined)
    writeOutputs([{ path: resolve(flags.out), text: reportJson(report) }]);
  process.stdout.write(summary);
}
