import { Command, Option } from 'commander';
import { SUMMED_PROGRAMS } from '../../core/rules/rewards.ts';
import { operatorName } from '../operator/operator-name.ts';
import type { JsonValue } from '../operator/protocol.ts';
import { openSession, runToEnd } from '../session.ts';
import { carryOut } from './carry-out.ts';
import { checkExitCode, describeCheck } from './check.ts';
import { REWARD_ORDERS, type RewardOrder } from './routes.ts';
import { describeDigest, describePrice, describeReview } from './text.ts';
import { parseTime, parseWhole } from './times.ts';

interface Common {
  readonly json: boolean;
  readonly by?: string;
}

/** The operator commands on the reward ledger. */
export function rewardsCommand(): Command {
  const group = new Command('rewards').addHelpText(
    'after',
    '\nThe ledger is append-only: it keeps what was done, by whom and when.\n' +
      '\nExample:\n  launchlens rewards price --program referral --per-record 1250000 --dry-run',
  );
  for (const command of [priceCommand(), ...reviewCommands(), checkCommand(), digestCommand()])
    group.addCommand(command);
  return group;
}

interface PriceFlags extends Common {
  readonly program: string;
  readonly perRecord: string;
  readonly until?: number;
  readonly dryRun: boolean;
}

function priceCommand(): Command {
  return named(new Command('price'))
    .description('give every record of a programme that has no amount the same amount')
    .addOption(new Option('--program <name>', 'the programme').choices(SUMMED_PROGRAMS).makeOptionMandatory())
    .requiredOption('--per-record <amount>', 'base units (6 decimals) for each record', parseWhole)
    .option('--until <time>', 'only records that accrued at or before this time (default: now)', parseTime)
    .option('--dry-run', 'count what would be priced and record nothing', false)
    .addHelpText(
      'after',
      '\nAccruals have no basis for a ratio, so a price is one amount for each record. Amounts that\n' +
        'differ by record come as rows of kind `priced` by `backfill rewards`. Refused before the mint.\n' +
        '\nExample:\n  launchlens rewards price --program clone --per-record 500000 --until 2026-10-01T00:00:00Z',
    )
    .action((flags: PriceFlags) =>
      order(REWARD_ORDERS.price, flags, describePrice, (by, now) => ({
        by,
        program: flags.program,
        per_record: flags.perRecord,
        until: flags.until ?? now,
        dry_run: flags.dryRun,
      })),
    );
}

const REVIEWS = [
  { name: 'hold', kind: 'held', says: 'hold records for review: they stay pending until they are released' },
  { name: 'release', kind: 'released', says: 'release records from a hold' },
  {
    name: 'void',
    kind: 'voided',
    says: 'void records: remove them from every figure and listing, permanently',
  },
] as const;

function reviewCommands(): Command[] {
  return REVIEWS.map(({ name, kind, says }) =>
    named(new Command(name))
      .description(says)
      .argument('<record...>', 'ids of records')
      .requiredOption('--reason <text>', 'the reason, kept in the ledger')
      .addHelpText('after', `\nExample:\n  launchlens rewards ${name} 17 18 --reason "ticket 4711"`)
      .action((records: readonly string[], flags: Common & { readonly reason: string }) =>
        order(REWARD_ORDERS.review, flags, describeReview, (by) => ({
          by,
          kind,
          reason: flags.reason,
          records: records.map(parseWhole),
        })),
      ),
  );
}

function checkCommand(): Command {
  return new Command('check')
    .description('list payments that contradict the ledger or have no matching treasury transfer')
    .option('--json', 'JSON lines, the last one the totals', false)
    .addHelpText(
      'after',
      '\nA payment counts once its record is priced, if it was mature and not held at that time. Exits with 0 if every\n' +
        'payment counts and has a matching transfer, with 1 if one does not, and with 2 if one could not be checked.\n' +
        '\nExample:\n  launchlens rewards check --json',
    )
    .action(({ json }: { readonly json: boolean }) => {
      const session = openSession({ quietOnTerminal: true });
      return runToEnd(session, async () => {
        let last: JsonValue = null;
        for await (const line of carryOut(session, REWARD_ORDERS.check, {})) {
          process.stdout.write(`${json ? JSON.stringify(line) : describeCheck(line)}\n`);
          last = line;
        }
        return checkExitCode(last);
      });
    });
}

interface DigestFlags extends Common {
  readonly revision?: string;
  readonly at?: number;
}

function digestCommand(): Command {
  return new Command('digest')
    .description('the digest of the ledger, which anyone with the same events can recompute')
    .option('--revision <n>', 'of the ledger up to this revision', parseWhole)
    .option('--at <time>', 'of the ledger at this time', parseTime)
    .option('--json', 'one line of JSON', false)
    .addHelpText('after', '\nExample:\n  launchlens rewards digest --at 2026-10-01T00:00:00Z')
    .action((flags: DigestFlags) =>
      order(REWARD_ORDERS.digest, flags, describeDigest, () => ({
        ...(flags.revision !== undefined && { revision: flags.revision }),
        ...(flags.at !== undefined && { at: flags.at }),
      })),
    );
}

function named(command: Command): Command {
  return command
    .option('--by <name>', 'who does this (default: the user of this machine)')
    .option('--json', 'one line of JSON', false);
}

/** Runs a command and prints its result, which is its last line. */
function order(
  name: RewardOrder,
  { json, by = operatorName() }: Common,
  describe: (result: unknown) => string,
  input: (by: string, now: number) => JsonValue,
): Promise<void> {
  const session = openSession({ quietOnTerminal: true });
  return runToEnd(session, async () => {
    let result: JsonValue = null;
    for await (const line of carryOut(session, name, input(by, session.clock.now()))) result = line;
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${describe(result)}\n`);
    return 0;
  });
}
