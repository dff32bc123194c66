import { type Command, Option } from 'commander';
import { z } from 'zod';
import { decide, printOrder } from '../operator/order.ts';
import { operatorName } from '../operator/protocol.ts';
import { command, parsed } from '../options.ts';
import { runOrder } from '../session.ts';
import { type OpenPayout, TREASURY_ORDERS } from './orders.ts';
import {
  notPayableText,
  openPayoutsJson,
  partedPayouts,
  payableFile,
  unmatchedText,
  vouchedText,
} from './render.ts';

const LIST = 'launchlens treasury list --format csv > payouts.csv';

export function treasuryCommand(): Command {
  return command('treasury', { example: LIST })
    .addCommand(listCommand())
    .addCommand(failCommand())
    .addCommand(unmatchedCommand());
}

const vouchOption = (): Option =>
  new Option(
    '--vouch-not-paid',
    'confirm that you checked: nothing has paid it and nothing will, although the index may have missed it; recorded with your name',
  ).default(false);

interface ListFlags {
  readonly format: 'csv' | 'json';
  readonly json?: boolean;
  readonly vouchNotPaid: boolean;
}

function listCommand(): Command {
  return command('list', {
    says: 'list open payout requests as a payable file: pay each with its memo, and it settles automatically',
    more:
      'A request is omitted, and reported, while one of its records is held, voided, repriced or already paid, and while it is\n' +
      'paid on chain, or may have been without the index knowing.',
    example: LIST,
  })
    .addOption(new Option('--format <format>', 'of the file').choices(['csv', 'json']).default('csv'))
    .addOption(
      new Option('--json', 'all open requests, payable and not, with the reasons').conflicts('format'),
    )
    .addOption(vouchOption())
    .action(({ format, json = false, vouchNotPaid }: ListFlags) =>
      runOrder(async (session) => {
        const input = { vouched_by: vouchNotPaid ? operatorName() : null };
        const open: OpenPayout[] = [];
        for await (const line of decide(session, TREASURY_ORDERS.list, input)) open.push(line);
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
  const requestId = z.string().regex(/^[1-9]\d{0,18}$/);
  return command('fail', {
    says: 'cancel an open payout request, so that its records can be requested again',
    example: 'launchlens treasury fail 17 --reason "the wallet is closed"',
  })
    .argument(
      '<request>',
      'the request id, as `treasury list` shows it',
      parsed(requestId, 'a request id is a whole number above 0.'),
    )
    .requiredOption('--reason <text>', 'the reason, kept in the audit log')
    .addOption(vouchOption())
    .action((request_id: string, { reason, vouchNotPaid: vouched }: FailFlags) =>
      printOrder(
        TREASURY_ORDERS.fail,
        { request_id, reason, operator: operatorName(), vouched },
        ({ earning_count }) => `payout request ${request_id} failed, ${earning_count} records released`,
      ),
    );
}

function unmatchedCommand(): Command {
  const limit = z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(10_000));
  return command('unmatched', {
    says: 'list transfers out of the treasury that settle no open payout request, newest first',
    example: 'launchlens treasury unmatched --json',
  })
    .option(
      '--limit <count>',
      'how many to show, at most 10,000',
      parsed(limit, 'a whole number from 1 to 10,000.'),
      100,
    )
    .option('--json', 'JSON lines', false)
    .action((flags: { limit: number; json: boolean }) =>
      runOrder(async (session) => {
        let count = 0;
        for await (const line of decide(session, TREASURY_ORDERS.unmatched, { limit: flags.limit })) {
          count += 1;
          process.stdout.write(`${flags.json ? JSON.stringify(line) : unmatchedText(line)}\n`);
        }
        if (count === 0 && !flags.json)
          process.stdout.write('every transfer of the treasury settles a request\n');
      }),
    );
}
