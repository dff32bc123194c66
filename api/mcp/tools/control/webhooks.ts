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
import { ADDITION, INDEX_READ, REMOVAL } from '../../catalogue/hints.ts';
import { defineOwnerTool } from '../../catalogue/tool.ts';
import { deskOf } from './of-desk.ts';

const shared = { toolset: 'control' } as const;

export const registerWebhookTool = defineOwnerTool({
  ...shared,
  name: 'register_webhook',
  title: 'Register a webhook',
  description:
    "Registers a public https address that the owner's events are posted to, at least once each, signed with the secret of this answer, which is shown once. Private addresses are refused and redirects are not followed.",
  scope: 'manage',
  hints: ADDITION,
  failures: ['WEBHOOK_URL_FORBIDDEN', 'WEBHOOKS_FULL'],
  input: z.strictObject(webhookTerms),
  output: webhookRegistered,
  answer: (context, terms, { owner }) => registerWebhook(deskOf(context).webhooks, owner, terms),
  inWords: ({ id, url, events }) =>
    `Webhook ${id} is registered: ${events.join(', ')} will be posted to ${url}. Hand the secret to whoever runs that address; it is not shown again.`,
});

export const deleteWebhookTool = defineOwnerTool({
  ...shared,
  name: 'delete_webhook',
  title: 'Delete a webhook',
  description:
    'Removes a webhook of the owner. Nothing more is sent to it, and what waits for it is dropped.',
  scope: 'manage',
  hints: REMOVAL,
  failures: ['WEBHOOK_UNKNOWN'],
  input: z.strictObject({ webhook_id: webhookIdArgument }),
  output: webhookDeleted,
  answer: (context, { webhook_id }, { owner }) => deleteWebhook(deskOf(context).webhooks, owner, webhook_id),
  inWords: ({ id }) => `Webhook ${id} is deleted.`,
});

export const listWebhooksTool = defineOwnerTool({
  ...shared,
  name: 'list_webhooks',
  title: "The owner's webhooks",
  description:
    "The owner's webhooks with what is sent to each, oldest first, and whether one was disabled after too many deliveries were given up.",
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: webhookListAnswer,
  answer: (context, _input, { owner }) => listWebhooks(deskOf(context).webhooks, owner),
  inWords: ({ results }) =>
    [
      `${counted(results.length, 'webhook')} of the owner.`,
      ...results.map(
        ({ id, label, url, disabled_at }) => `${id} (${label}): ${url}${disabled_at ? ', disabled' : ''}`,
      ),
    ].join('\n'),
});
