import { Command, Option } from 'commander';
import { GATE_LEG_STATUSES, gateLegGiven, launchGate } from '../../schemas/rest/launch-gate.ts';
import { askDecisions, type DecisionQuestion } from '../operator/ask.ts';
import { operatorName } from '../operator/operator-name.ts';
import type { JsonValue } from '../operator/protocol.ts';
import { parsed } from '../options.ts';
import { runOrder } from '../session.ts';
import * as lines from './lines.ts';
import { LAUNCH_GATE_COMMANDS } from './routes.ts';
import { gateText } from './text.ts';

const EXAMPLE = '\nExample:\n  launchlens launch-gate';

export function launchGateCommand(): Command {
  return new Command('launch-gate')
    .addHelpText(
      'after',
      '\nThe gate is open once every leg has passed. It is informational and blocks nothing.',
    )
    .addHelpText('after', `${EXAMPLE} set legal --status pending --note "with counsel"`)
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(removeCommand());
}

interface Shown {
  readonly json: boolean;
}

function listCommand(): Command {
  return withJson(new Command('list'))
    .description('list the legs of the gate, oldest first, and whether it is open')
    .addHelpText('after', `${EXAMPLE} list`)
    .action((shown: Shown) =>
      printGate({ name: LAUNCH_GATE_COMMANDS.list, input: {}, here: lines.listLines }, shown),
    );
}

function setCommand(): Command {
  return withJson(named(new Command('set')))
    .description('add a leg or set its status')
    .addOption(new Option('--status <status>', 'its status').choices(GATE_LEG_STATUSES).makeOptionMandatory())
    .addOption(noteOption('replaces the earlier note; without it the note is removed'))
    .addHelpText('after', `${EXAMPLE} set legal --status passed --note "opinion of 1 October"`)
    .action((name: string, { status, note, ...shown }: Shown & Pick<lines.SetInput, 'status' | 'note'>) => {
      const input = { name, status, note, operator: operatorName() };
      return printGate({ name: LAUNCH_GATE_COMMANDS.set, input, here: lines.setLines }, shown);
    });
}

function removeCommand(): Command {
  return withJson(named(new Command('remove')))
    .description('remove a leg, decided or not')
    .addOption(noteOption('the reason, kept in the audit log'))
    .addHelpText('after', `${EXAMPLE} remove legal`)
    .action((name: string, { note, ...shown }: Shown & Pick<lines.RemoveInput, 'note'>) => {
      const input = { name, note, operator: operatorName() };
      return printGate({ name: LAUNCH_GATE_COMMANDS.remove, input, here: lines.removeLines }, shown);
    });
}

function named(command: Command): Command {
  const parseName = parsed(gateLegGiven.name, '1 to 64 visible characters, single spaces between them.');
  return command.argument('<name>', 'of the leg; case makes no difference', parseName);
}

function noteOption(description: string): Option {
  const parseNote = parsed(gateLegGiven.note, 'at most 500 visible characters, single spaces between them.');
  return new Option('--note <text>', description).argParser(parseNote).default('', 'none');
}

function withJson(command: Command): Command {
  return command.option('--json', 'one line of JSON, as `launch_gate` of /ilo/status/', false);
}

function printGate<Input extends JsonValue>(
  question: DecisionQuestion<Input>,
  { json }: Shown,
): Promise<void> {
  return runOrder(async (session) => {
    for await (const line of await askDecisions(session, question)) {
      process.stdout.write(json ? `${JSON.stringify(line)}\n` : gateText(launchGate.parse(line)));
    }
  });
}
