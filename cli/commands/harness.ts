import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { evaluate } from '../../harness/evaluate.ts';
import { reportHtml } from '../../harness/report/html/page.ts';
import { reportJson } from '../../harness/report/json.ts';
import { type Output, writeOutputs } from '../../harness/report/output.ts';
import { setupOf } from '../../harness/setup.ts';
import type { HarnessReport } from '../../schemas/harness/report.ts';
import { feesFor, type InputFlags, rulesFor, seriesFor, usage } from '../harness/inputs.ts';
import { command } from '../options.ts';

interface OutputFlags {
  readonly out?: string;
  readonly html?: string;
  readonly saveBars?: string;
}

export function harnessCommand(): Command {
  return command('harness', {
    more:
      'Runs a reference agent over past bars in paper mode and reports the result after all costs. Without options\n' +
      'it needs no network and prints the same bytes on every machine.',
    example: 'launchlens harness --out report.json',
  })
    .addOption(
      new Option('--data-source <source>', 'the bundled frozen bars, or a market-data provider')
        .choices(['fixture', 'live'])
        .default('fixture'),
    )
    .option('--bars <file>', 'your own hourly bars as CSV, or those that --save-bars wrote')
    .option('--window-start <time>', 'ISO 8601 UTC; bars that open at or after it')
    .option('--window-end <time>', 'ISO 8601 UTC; bars that close at or before it')
    .option('--live-fees', 'charge the fees of HARNESS_FEES_FILE instead of the locked snapshot', false)
    .addOption(
      new Option('--strategy <name>', 'the crossover of two averages, or rules by market regime')
        .choices(['sma', 'composite'])
        .default('sma'),
    )
    .option('--rules <file>', 'your own rule tree for the composite strategy')
    .option('--save-bars <file>', 'write the bars of a live run, so that --bars repeats it to the byte')
    .option('--out <file>', 'write the whole report as JSON')
    .option('--html <file>', 'write the report as one self-contained page')
    .action((flags: InputFlags & OutputFlags) => run(flags));
}

async function run(flags: InputFlags & OutputFlags): Promise<void> {
  requireOtherFiles(flags);
  const rules = rulesFor(flags);
  const charged = feesFor(flags);
  const { series, saved } = await seriesFor(flags);
  const whole = flags.out !== undefined || flags.html !== undefined;
  const { summary, report } = evaluate(setupOf({ series, charged, rules }), { whole });
  writeOutputs([
    ...(report ? outputsOf(flags, report) : []),
    ...(flags.saveBars !== undefined && saved !== undefined ? [{ path: flags.saveBars, text: [saved] }] : []),
  ]);
  process.stdout.write(summary);
}

function outputsOf({ out, html }: OutputFlags, report: HarnessReport): Output[] {
  const outputs: Output[] = [];
  if (out !== undefined) outputs.push({ path: out, text: reportJson(report) });
  if (html !== undefined) outputs.push({ path: html, text: reportHtml(report) });
  return outputs;
}

/** Checked before anything runs. */
function requireOtherFiles({ out, html, saveBars, bars, dataSource }: InputFlags & OutputFlags): void {
  if (out === '' || html === '') throw usage('--out and --html need the name of a file.');
  if (saveBars !== undefined && dataSource !== 'live')
    throw usage('--save-bars is for --data-source live: bars from a file are saved already.');
  if (bars !== undefined && dataSource === 'live')
    throw usage('--bars and --data-source live are two sources. Use one.');
  const files = [out, html, saveBars].filter((file) => file !== undefined).map((file) => resolve(file));
  if (new Set(files).size === files.length) return;
  throw usage(
    saveBars === undefined ? '--out and --html name the same file.' : 'Two outputs name the same file.',
  );
}
