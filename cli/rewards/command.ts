import { type Command, InvalidArgumentError, Option } from 'commander';
import { SUMMED_PROGRAMS } from '../../core/rules/rewards.ts';
import { A_U64, u64Text } from '../../schemas/u64.ts';
import type { Order } from '../operator/order.ts';
import { type JsonValue, operatorName } from '../operator/protocol.ts';
import { command, parsed } from '../options.ts';
import { openSession, runToEnd } from '../session.ts';
import { checkExitCode, describeCheck } from './check.ts';
import { REWARD_ORDERS } from './orders.ts';
import { onLedger, type RewardParts } from './parts.ts';
import { describeDigest, describePrice, describeReview } from './text.ts';

interface Common {
  readonly json: boolean;
  readonly by?: string;
}

/** The operator commands on the reward ledger. */
export function rewardsCommand(): Command {
  const group = command('rewards', {
    more: 'The ledger is append-only: it keeps what was done, by whom and when.',
    example: 'launchlens rewards price --program referral --per-record 1250000 --dry-run',
  });
  for (const one of [priceCommand(), ...reviewCommands(), checkCommand(), digestCommand()])
    group.addCommand(one);
  return group;
}

interface PriceFlags extends Common {
  readonly program: (typeof SUMMED_PROGRAMS)[number];
  readonly perRecord: string;
  readonly until?: number;
  readonly dryRun: boolean;
}

function priceCommand(): Command {
  const price = command('price', {
    says: 'give every record of a programme that has no amount the same amount',
    more:
      'Accruals have no basis for a ratio, so a price is one amount for each record. Amounts that\n' +
      'differ by record come as rows of kind `priced` by `backfill rewards`. Refused before the mint.',
    example: 'launchlens rewards price --program clone --per-record 500000 --until 2026-10-01T00:00:00Z',
  });
  return named(price)
    .addOption(new Option('--program <name>', 'the programme').choices(SUMMED_PROGRAMS).makeOptionMandatory())
    .requiredOption('--per-record <amount>', 'base units (6 decimals) for each record', parseWhole)
    .option('--until <time>', 'only records that accrued at or before this time (default: now)', parseTime)
    .option('--dry-run', 'count what would be priced and record nothing', false)
    .action((flags: PriceFlags) =>
      printResult(REWARD_ORDERS.price, flags, describePrice, (by, now) => ({
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
    named(command(name, { says, example: `launchlens rewards ${name} 17 18 --reason "ticket 4711"` }))
      .argument('<record...>', 'ids of records')
      .requiredOption('--reason <text>', 'the reason, kept in the ledger')
      .action((records: readonly string[], flags: Common & { readonly reason: string }) =>
        printResult(REWARD_ORDERS.review, flags, describeReview, (by) => ({
          by,
          kind,
          reason: flags.reason,
          records: records.map(parseWhole),
        })),
      ),
  );
}

function checkCommand(): Command {
  return command('check', {
    says: 'list payments that contradict the ledger or have no matching treasury transfer',
    more:
      'A payment counts once its record is priced, if it was mature and not held at that time. Exits with 0 if every\n' +
      'payment counts and has a matching transfer, with 1 if one does not, and with 2 if one could not be checked.',
    example: 'launchlens rewards check --json',
  })
    .option('--json', 'JSON lines, the last one the totals', false)
    .action(({ json }: Common) => {
      const session = openSession({ quietOnTerminal: true });
      return runToEnd(session, async () => {
        let last: JsonValue = null;
        for await (const line of onLedger(session, REWARD_ORDERS.check, {})) {
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
  return command('digest', {
    says: 'the digest of the ledger, which anyone with the same events can recompute',
    example: 'launchlens rewards digest --at 2026-10-01T00:00:00Z',
  })
    .option('--revision <n>', 'of the ledger up to this revision', parseWhole)
    .option('--at <time>', 'of the ledger at this time', parseTime)
    .option('--json', 'one line of JSON', false)
    .action(({ revision, at, ...flags }: DigestFlags) =>
      printResult(REWARD_ORDERS.digest, flags, describeDigest, () => ({
        ...(revision !== undefined && { revision }),
        ...(at !== undefined && { at }),
      })),
    );
}

function named(review: Command): Command {
  return review
    .option('--by <name>', 'who does this (default: the user of this machine)')
    .option('--json', 'one line of JSON', false);
}

/** Carries out an order and prints its result, which is its last line. */
function printResult<Given extends JsonValue, Input>(
  order: Order<RewardParts, Given, Input, JsonValue>,
  { json, by = operatorName() }: Common,
  describe: (result: unknown) => string,
  given: (by: string, now: number) => Given,
): Promise<void> {
  const session = openSession({ quietOnTerminal: true });
  return runToEnd(session, async () => {
    let result: JsonValue = null;
    for await (const line of onLedger(session, order, given(by, session.clock.now()))) result = line;
    process.stdout.write(`${json ? JSON.stringify(result) : describe(result)}\n`);
    return 0;
  });
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** A time, in milliseconds since the Unix epoch. */
function parseTime(text: string): number {
  const time = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('a time such as 2026-10-01T00:00:00Z.');
  return time;
}

/** A u64, kept as text to send to another process. */
const parseWhole = parsed(u64Text(A_U64), `${A_U64}.`);
