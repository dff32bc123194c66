import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { RATE_TIERS, type RateTier } from '../../core/rules/rate-tiers.ts';
import { BASE_SCOPES, type Scope } from '../../core/rules/scopes.ts';
import { scopeList } from '../../schemas/rest/scopes.ts';
import { visibleText } from '../../schemas/rest/visible-text.ts';
import { printOrder } from '../operator/order.ts';
import { operatorName } from '../operator/protocol.ts';
import { command, parsed, parseWallet } from '../options.ts';
import { type CredentialLine, KEY_ORDERS } from './orders.ts';

const OWNER = '2a6w5ZBWmXioBejjwyppCsqXJhfs3KuPo7cmTMQdetYH';
const ID = '0b0e4f57-77a4-4f0d-9a37-6c1c5f3ae0d2';
const LIST = `launchlens keys list ${OWNER}`;

export function keysCommand(): Command {
  return command('keys', { example: LIST })
    .addCommand(
      command('list', { says: 'the pairing tokens and API keys of an owner', example: LIST })
        .argument('<owner>', "the owner's wallet", parseWallet)
        .action((owner: Pubkey) => printOrder(KEY_ORDERS.list, { owner }, textOf)),
    )
    .addCommand(issueCommand())
    .addCommand(
      command('revoke', {
        says: 'revoke a token or a key, from the next call on',
        example: `launchlens keys revoke ${ID}`,
      })
        .argument('<id>', 'as `keys list` shows it')
        .action((id: string) => printOrder(KEY_ORDERS.revoke, { id, operator: operatorName() }, textOf)),
    )
    .addCommand(tierCommand());
}

function issueCommand(): Command {
  const base = BASE_SCOPES.join(', ');
  return command('issue', {
    says: `an API key for an owner, with scopes out of ${base}; others need the owner's own signature`,
    example: `launchlens keys issue ${OWNER} --label 'Nightly report' --scopes read`,
  })
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
    .action((owner: Pubkey, { label, scopes }: { label: string; scopes: Scope[] }) => {
      const input = { owner, label, scopes, operator: operatorName() };
      return printOrder(KEY_ORDERS.issue, input, ({ key, ...line }) => `${textOf(line)}\n${key}`);
    });
}

function tierCommand(): Command {
  const parseTier = parsed(z.enum(RATE_TIERS), `one of ${RATE_TIERS.join(', ')}.`);
  return command('tier', {
    says: 'raise the rate limit of a token or key, or reset it',
    example: `launchlens keys tier ${ID} elevated`,
  })
    .argument('<id>', 'as `keys list` shows it')
    .argument('<tier>', RATE_TIERS.join(' or '), parseTier)
    .action((id: string, tier: RateTier) =>
      printOrder(KEY_ORDERS.tier, { id, tier, operator: operatorName() }, textOf),
    );
}

function textOf({ id, kind, shown, tier, state, scopes, label }: CredentialLine): string {
  return [id, kind, shown, tier, state, scopes.join(','), label].join('  ');
}

function parseScopes(given: string): string[] {
  const scopes = scopeList.safeParse(given.split(',').map((name) => name.trim()));
  if (!scopes.success) throw new InvalidArgumentError(scopes.error.issues[0]?.message ?? 'scopes.');
  return scopes.data;
}
