import { Command, InvalidArgumentError, Option } from 'commander';
import { configuredSecrets } from '../../api/access/agents/secret.ts';
import { RATE_TIERS } from '../../core/rules/rate-tiers.ts';
import { BASE_SCOPES } from '../../core/rules/scopes.ts';
import { scopeList } from '../../schemas/rest/scopes.ts';
import { visibleText } from '../../schemas/rest/visible-text.ts';
import { askDecisions, type DecisionQuestion } from '../operator/ask.ts';
import { operatorName } from '../operator/operator-name.ts';
import type { JsonValue } from '../operator/protocol.ts';
import { parsed, parseWallet } from '../options.ts';
import { runOrder } from '../session.ts';
import * as lines from './lines.ts';
import { KEY_COMMANDS } from './routes.ts';

const OWNER = '2a6w5ZBWmXioBejjwyppCsqXJhfs3KuPo7cmTMQdetYH';
const ID = '0b0e4f57-77a4-4f0d-9a37-6c1c5f3ae0d2';

export function keysCommand(): Command {
  return new Command('keys')
    .addHelpText('after', `\nExample:\n  launchlens keys list ${OWNER}`)
    .addCommand(listCommand())
    .addCommand(issueCommand())
    .addCommand(revokeCommand())
    .addCommand(tierCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('the pairing tokens and API keys of an owner')
    .argument('<owner>', "the owner's wallet", parseWallet)
    .addHelpText('after', `\nExample:\n  launchlens keys list ${OWNER}`)
    .action((owner) =>
      printCredentials({ name: KEY_COMMANDS.list, input: { owner }, here: lines.listLines }),
    );
}

function issueCommand(): Command {
  const base = BASE_SCOPES.join(', ');
  return new Command('issue')
    .description(`an API key for an owner, with scopes out of ${base}; others need the owner's own signature`)
    .argument('<owner>', "the owner's wallet", parseWallet)
    .requiredOption(
      '--label <text>',
      'what it is called',
      parsed(visibleText, 'at most 64 visible characters.'),
    )
    .addOption(
      new Option('--scopes <names>', 'separated by commas')
        .argParser(parseScopes)
        .default([...BASE_SCOPES], base),
    )
    .addHelpText(
      'after',
      `\nExample:\n  launchlens keys issue ${OWNER} --label 'Nightly report' --scopes read`,
    )
    .action((owner, { label, scopes }) =>
      runOrder(async (session) => {
        const secrets = configuredSecrets(session.settings);
        const question: DecisionQuestion<lines.IssueInput> = {
          name: KEY_COMMANDS.issue,
          input: { owner, label, scopes, operator: operatorName() },
          here: (parts, input) => lines.issueLines({ ...parts, secrets }, input),
        };
        for await (const line of await askDecisions(session, question)) {
          const { key, ...credential } = lines.issuedLine.parse(line);
          process.stdout.write(`${textOf(credential)}\n${key}\n`);
        }
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a token or a key, from the next call on')
    .argument('<id>', 'as `keys list` shows it')
    .addHelpText('after', `\nExample:\n  launchlens keys revoke ${ID}`)
    .action((id: string) => {
      const input = { id, operator: operatorName() };
      return printCredentials({ name: KEY_COMMANDS.revoke, input, here: lines.revokeLines });
    });
}

function tierCommand(): Command {
  const parseTier = parsed(lines.tierInput.shape.tier, `one of ${RATE_TIERS.join(', ')}.`);
  return new Command('tier')
    .description('raise the rate limit of a token or key, or reset it')
    .argument('<id>', 'as `keys list` shows it')
    .argument('<tier>', RATE_TIERS.join(' or '), parseTier)
    .addHelpText('after', `\nExample:\n  launchlens keys tier ${ID} elevated`)
    .action((id: string, tier) => {
      const input = { id, tier, operator: operatorName() };
      return printCredentials({ name: KEY_COMMANDS.tier, input, here: lines.tierLines });
    });
}

function printCredentials<Input extends JsonValue>(question: DecisionQuestion<Input>): Promise<void> {
  return runOrder(async (session) => {
    for await (const line of await askDecisions(session, question)) {
      process.stdout.write(`${textOf(lines.credentialLine.parse(line))}\n`);
    }
  });
}

function textOf({ id, kind, shown, tier, state, scopes, label }: lines.CredentialLine): string {
  return [id, kind, shown, tier, state, scopes.join(','), label].join('  ');
}

function parseScopes(given: string): string[] {
  const scopes = scopeList.safeParse(given.split(',').map((name) => name.trim()));
  if (!scopes.success) throw new InvalidArgumentError(scopes.error.issues[0]?.message ?? 'scopes.');
  return scopes.data;
}
