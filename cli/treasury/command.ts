import { Command, InvalidArgumentError, Option } from 'commander';
import { askDecisions } from '../operator/ask.ts';
import { operatorName } from '../operator/operator-name.ts';
import { runOrder } from '../session.ts';
import { failLines, listLines, unmatchedLines } from './lines.ts';
import {
  failedLine,
  notPayableText,
  openLine,
  openPayoutsJson,
  partedPayouts,
  payableFile,
  unmatchedLine,
  unmatchedText,
  vouchedText,
} from './render.ts';
import { TREASURY_COMMANDS } from './routes.ts';

export function treasuryCommand(): Command {
  return new Command('treasury')
    .addHelpText('after', '\nExample:\n  launchlens treasury list --format csv > payouts.csv')
    .addCommand(listCommand())
    .addCommand(failCommand())
    .addCommand(unmatchedCommand());
}

interface ListFlags {
  readonly format: 'csv' | 'json';
  readonly json?: boolean;
  readonly vouchNotPaid: boolean;
}

const vouchOption = (): Option =>
  new Option(
    '--vouch-not-paid',
    'confirm that you checked: nothing has paid it and nothing will, although the index may have missed it; recorded with your name',
  ).default(false);

function listCommand(): Command {
  return new Command('list')
    .description(
      'list open payout requests as a payable file: pay each with its memo, and it settles automatically',
    )
    .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'json']).default('csv'))
    .addOption(
      new Option('--json', 'all open requests, payable and not, with the reasons').conflicts('format'),
    )
    .addOption(vouchOption())
    .addHelpText(
      'after',
      '\nA request is omitted, and reported, while one of its records is held, voided, repriced or already paid, and while it is' +
        '\npaid on chain, or may have been without the index knowing.',
    )
    .addHelpText('after', '\nExample:\n  launchlens treasury list --format csv > payouts.csv')
    .action(({ format, json = false, vouchNotPaid }: ListFlags) =>
      runOrder(async (session) => {
        const treasury = session.settings.TREASURY_TOKEN_ACCOUNT;
        const lines = await askDecisions(session, {
          name: TREASURY_COMMANDS.list,
          input: { vouched_by: vouchNotPaid ? operatorName() : null },
          here: (parts, input) => listLines({ ...parts, treasury }, input),
        });
        const open = [];
        for await (const line of lines) open.push(openLine.parse(line));
        const payouts = partedPayouts(open);
        process.stdout.write(json ? openPayoutsJson(payouts) : payableFile(payouts.payable, format));
        process.stderr.write(vouchedText(payouts.vouched) + notPayableText(payouts.notPayable));
      }),
    );
}

interface FailFlags {
  readonly reason: string;
  readonly vouchNotPaid: boolean;
}

function failCommand(): Command {
  return new Command('fail')
    .description('cancel an open payout request, so that its records can be requested again')
    .argument('<request>', 'the request id, as `treasury list` shows it', parseRequest)
    .requiredOption('--reason <text>', 'the reason, kept in the audit log')
    .addOption(vouchOption())
    .addHelpText('after', '\nExample:\n  launchlens treasury fail 17 --reason "the wallet is closed"')
    .action((request: string, { reason, vouchNotPaid }: FailFlags) =>
      runOrder(async (session) => {
        const treasury = session.settings.TREASURY_TOKEN_ACCOUNT;
        const lines = await askDecisions(session, {
          name: TREASURY_COMMANDS.fail,
          input: { request_id: request, reason, operator: operatorName(), vouched: vouchNotPaid },
          here: (parts, input) => failLines({ ...parts, treasury }, input),
        });
        for await (const line of lines) {
          const { request_id, earning_count } = failedLine.parse(line);
          process.stdout.write(`payout request ${request_id} failed, ${earning_count} records released\n`);
        }
      }),
    );
}

function unmatchedCommand(): Command {
  return new Command('unmatched')
    .description('list transfers out of the treasury that settle no open payout request, newest first')
    .option('--limit <count>', 'how many to show, at most 10,000', parseLimit, 100)
    .option('--json', 'JSON lines', false)
    .addHelpText('after', '\nExample:\n  launchlens treasury unmatched --json')
    .action(({ limit, json }: { limit: number; json: boolean }) =>
      runOrder(async (session) => {
        const name = TREASURY_COMMANDS.unmatched;
        const lines = await askDecisions(session, { name, input: { limit }, here: unmatchedLines });
        let count = 0;
        for await (const line of lines) {
          count += 1;
          process.stdout.write(json ? `${JSON.stringify(line)}\n` : unmatchedText(unmatchedLine.parse(line)));
        }
        if (count === 0 && !json) process.stdout.write('every transfer of the treasury settles a request\n');
      }),
    );
}

function parseRequest(given: string): string {
  if (!/^[1-9]\d{0,18}$/.test(given))
    throw new InvalidArgumentError('a request id is a whole number above 0.');
  return given;
}

function parseLimit(given: string): number {
  const limit = Number(given);
  if (!/^\d{1,5}$/.test(given) || limit < 1 || limit > 10_000)
    throw new InvalidArgumentError('a whole number from 1 to 10,000.');
  return limit;
}
