import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { webhookIdArgument } from '../../../../schemas/mcp/desk/words.ts';
import {
  webhookDeleted,
  webhookListAnswer,
  webhookRegistered,
  webhookTerms,
} from '../../../../schemas/rest/webhooks.ts';
import { deleteWebhook, listWebhooks, registerWebhook } from '../../../actions/webhooks/manage.ts';
import { ADDITION, defineOwnerTool, INDEX_READ, REMOVAL } from '../../catalogue/tool.ts';
import { actorOf } from '../acting.ts';
import { deskOf } from './of-desk.ts';

const shared = { toolset: 'control' } as const;

export const registerWebhookTool = defineOwnerTool({
  ...shared,
  name: 'register_webhook',
  title: 'Register a webhook',
  description:
    "Registers a public https address that the owner's events are posted to, at least once each, signed with the secret of this answer, which is shown once. Private addresses are refused and redirects are not followed. Nothing more is sent to it once this credential is revoked or has expired; a rotation passes it on.",
  scope: 'manage',
  hints: ADDITION,
  failures: ['WEBHOOK_URL_FORBIDDEN', 'WEBHOOKS_FULL'],
  input: z.strictObject(webhookTerms),
  output: webhookRegistered,
  answer: (context, terms, caller) =>
    registerWebhook(deskOf(context).webhooks, actorOf(caller, 'register_webhook'), terms),
  inWords: ({ id, url, events }) =>
    `Webhook ${id} is registered: ${events.join(', ')} will be posted to ${url}. Hand the secret to whoever runs that address; it is not shown again.`,
});

export const deleteWebhookTool = defineOwnerTool({
  ...shared,
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description:
    "Removes a webhook that this credential registered. Nothing more is sent to it, and what waits for it is dropped. The owner's own webhooks and those of other agents are refused.",
  scope: 'manage',
  hints: REMOVAL,
  failures: ['WEBHOOK_UNKNOWN', 'WEBHOOK_OF_ANOTHER'],
  input: z.strictObject({ webhook_id: webhookIdArgument }),
  output: webhookDeleted,
  answer: (context, { webhook_id }, caller) =>
    deleteWebhook(deskOf(context).webhooks, actorOf(caller, 'delete_webhook'), webhook_id),
  inWords: ({ id }) => `Webhook ${id} is deleted.`,
});

export const listWebhooksTool = defineOwnerTool({
  ...shared,
  name: 'list_webhooks',
  title: "The owner's webhooks",
  description:
    "The owner's webhooks with what is sent to each and who registered it, oldest first, and whether and why one is disabled. URLs are shortened to scheme and host.",
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: webhookListAnswer,
  answer: (context, _input, caller) =>
    listWebhooks(deskOf(context).webhooks, actorOf(caller, 'list_webhooks')),
  inWords: ({ results }) =>
    [
      `${counted(results.length, 'webhook')} of the owner.`,
      ...results.map(
        ({ id, label, url, disabled_at }) => `${id} (${label}): ${url}${disabled_at ? ', disabled' : ''}`,
      ),
    ].join('\n'),
});
