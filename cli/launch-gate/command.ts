import { type Command, Option } from 'commander';
import { GATE_LEG_STATUSES, gateLegGiven, type LaunchGateAnswer } from '../../schemas/rest/launch-gate.ts';
import { printOrder } from '../operator/order.ts';
import { operatorName } from '../operator/protocol.ts';
import { command, parsed } from '../options.ts';
import { LAUNCH_GATE_ORDERS } from './orders.ts';

const EXAMPLE = 'launchlens launch-gate';

interface Flags {
  readonly json: boolean;
  readonly note: string;
}

export function launchGateCommand(): Command {
  return command('launch-gate', {
    more: 'The gate is open once every leg has passed. It is informational and blocks nothing.',
    example: `${EXAMPLE} set legal --status pending --note "with counsel"`,
  })
    .addCommand(
      gateCommand('list', 'list the legs of the gate, oldest first, and whether it is open', 'list').action(
        ({ json }: Flags) => printOrder(LAUNCH_GATE_ORDERS.list, {}, textOf(json)),
      ),
    )
    .addCommand(setCommand())
    .addCommand(removeCommand());
}

function setCommand(): Command {
  type SetFlags = Flags & { readonly status: (typeof GATE_LEG_STATUSES)[number] };
  const example = 'set legal --status passed --note "opinion of 1 October"';
  return withLeg(gateCommand('set', 'add a leg or set its status', example))
    .addOption(new Option('--status <status>', 'its status').choices(GATE_LEG_STATUSES).makeOptionMandatory())
    .addOption(noteOption('replaces the earlier note; without it the note is removed'))
    .action((name: string, { status, note, json }: SetFlags) => {
      const input = { name, status, note, operator: operatorName() };
      return printOrder(LAUNCH_GATE_ORDERS.set, input, textOf(json));
    });
}

function removeCommand(): Command {
  return withLeg(gateCommand('remove', 'remove a leg, decided or not', 'remove legal'))
    .addOption(noteOption('the reason, kept in the audit log'))
    .action((name: string, { note, json }: Flags) => {
      const input = { name, note, operator: operatorName() };
      return printOrder(LAUNCH_GATE_ORDERS.remove, input, textOf(json));
    });
}

function gateCommand(name: string, says: string, example: string): Command {
  return command(name, { says, example: `${EXAMPLE} ${example}` }).option(
    '--json',
    'one line of JSON, as `launch_gate` of /ilo/status/',
    false,
  );
}

function withLeg(gate: Command): Command {
  const parseName = parsed(gateLegGiven.name, '1 to 64 visible characters, single spaces between them.');
  return gate.argument('<name>', 'of the leg; case makes no difference', parseName);
}

function noteOption(description: string): Option {
  const parseNote = parsed(gateLegGiven.note, 'at most 500 visible characters, single spaces between them.');
  return new Option('--note <text>', description).argParser(parseNote).default('', 'none');
}

const textOf =
  (json: boolean) =>
  (gate: LaunchGateAnswer): string =>
    json ? JSON.stringify(gate) : gateText(gate);

/** The gate for people: a line for each leg, and whether it is open. */
function gateText(gate: LaunchGateAnswer): string {
  const legs = gate.legs.map(({ name, status, updated_at, note }) =>
    [name, status, updated_at, note].filter((part) => part !== '').join('  '),
  );
  return [...legs, stateOf(gate)].join('\n');
}

function stateOf({ open, pending, legs }: LaunchGateAnswer): string {
  if (legs.length === 0) return 'the launch gate has no legs: it is open';
  if (open) return 'the launch gate is open: every leg has passed';
  const failed = legs.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const because = [
    ...(pending.length > 0 ? [`waiting for ${pending.join(', ')}`] : []),
    ...(failed.length > 0 ? [`failed: ${failed.join(', ')}`] : []),
  ];
  return `the launch gate is not open: ${because.join('; ')}`;
}
