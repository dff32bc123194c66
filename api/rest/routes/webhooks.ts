import { choice } from '../../../schemas/reads/argument.ts';
import { webhookEdit, webhookRequest } from '../../../schemas/rest/webhooks.ts';
import {
  deleteWebhook,
  editWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  registerWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '../../actions/webhooks/manage.ts';
import { DELIVERY_STATUSES } from '../../state/webhooks/delivery.ts';
import { defineRoute, type Route } from '../route.ts';
import { idNamed, numberNamed, placeBefore, rowLimit } from '../row-pages.ts';
import { notYours, signedInErrors } from './errors.ts';
import { ownActor } from './wallet-control.ts';

/** Each resolves a host name. */
const REQUESTS_PER_WINDOW = 100;

const webhookId = idNamed('Id of the webhook.');
const deliveryId = numberNamed('a delivery');
const status = choice(DELIVERY_STATUSES, 'Only deliveries of this status.');

const SIGNED_IN = signedInErrors('events must be 1 or more of the kinds of events, each once.');
const ONE_OF_YOURS = { ...SIGNED_IN, ...notYours('webhook') };
const ONE_THAT_RECEIVES = {
  ...ONE_OF_YOURS,
  409: {
    description: 'The credential that registered it was revoked or has expired.',
    detail:
      'This webhook no longer receives events: the credential that registered it was revoked. Delete it, and register the address yourself if you want its events.',
  },
};
const PLAIN = { tag: 'Webhooks' } as const;
const ONE = { ...PLAIN, pathParameters: { webhook_id: webhookId } } as const;

const listRoute = defineRoute({
  ...PLAIN,
  method: 'GET',
  path: '/webhooks/',
  operationId: 'listWebhooks',
  summary: 'List your webhooks',
  description:
    'Oldest first, including those of your agents, each with its registrant. Secrets are never shown again.',
  answer: 'WebhookListAnswer',
  errors: SIGNED_IN,
  handle: { signedIn: ({ agentRecords }, caller) => listWebhooks(agentRecords.webhooks, ownActor(caller)) },
});

const registerRoute = defineRoute({
  ...PLAIN,
  method: 'POST',
  path: '/webhooks/',
  operationId: 'registerWebhook',
  summary: 'Register a webhook',
  description:
    'Events are posted to a public https address, signed with the secret, which is shown only in this answer. The webhook is yours: agents see only its host, and cannot delete it.',
  body: webhookRequest,
  answer: 'WebhookRegistered',
  errors: {
    ...SIGNED_IN,
    409: {
      description: 'You have 20 webhooks, which is the maximum.',
      detail: 'The owner already has 20 webhooks, which is the maximum. Delete some first.',
    },
  },
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    signedIn: ({ agentRecords }, caller, { body }) =>
      registerWebhook(agentRecords.webhooks, ownActor(caller), body),
  },
});

const deleteRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/webhooks/{webhook_id}/delete/',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description:
    'You can delete any webhook, whoever registered it. Nothing more is sent to it, and pending deliveries are dropped.',
  answer: 'WebhookDeleted',
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: ({ agentRecords }, caller, { path }) =>
      deleteWebhook(agentRecords.webhooks, ownActor(caller), path.webhook_id),
  },
});

const enableRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/webhooks/{webhook_id}/enable/',
  operationId: 'enableWebhook',
  summary: 'Turn a webhook on again',
  description:
    'For a webhook that was disabled because too many deliveries failed in a row, or because its registrant is unknown. Safe to repeat.',
  answer: 'Webhook',
  errors: ONE_THAT_RECEIVES,
  handle: {
    signedIn: ({ agentRecords }, caller, { path }) =>
      enableWebhook(agentRecords.webhooks, ownActor(caller), path.webhook_id),
  },
});

const editRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/webhooks/{webhook_id}/',
  operationId: 'editWebhook',
  summary: 'Edit a webhook',
  description: 'Changes its address, label or events. What is left out stays as it is.',
  body: webhookEdit,
  answer: 'Webhook',
  errors: ONE_OF_YOURS,
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    signedIn: ({ agentRecords }, caller, { path, body }) =>
      editWebhook(agentRecords.webhooks, ownActor(caller), { ...body, id: path.webhook_id }),
  },
});

const rotateRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/webhooks/{webhook_id}/rotate-secret/',
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'The new secret is shown only in this answer. Every attempt from now on is signed with it, and none with the earlier one.',
  answer: 'WebhookRegistered',
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: ({ agentRecords }, caller, { path }) =>
      rotateWebhookSecret(agentRecords.webhooks, ownActor(caller), path.webhook_id),
  },
});

const testRoute = defineRoute({
  ...ONE,
  method: 'POST',
  path: '/webhooks/{webhook_id}/test/',
  operationId: 'testWebhook',
  summary: 'Send a test event',
  description:
    'Sends an event of the type `webhook.test`, whatever the webhook receives otherwise. A webhook that is turned off gets it once it is on again.',
  answer: 'WebhookDelivery',
  example: { kind: 'webhook.test', attempts: 0, next_at: '2026-10-02T09:00:00Z' },
  errors: ONE_THAT_RECEIVES,
  requestsPerWindow: REQUESTS_PER_WINDOW,
  handle: {
    signedIn: ({ agentRecords }, caller, { path }) =>
      testWebhook(agentRecords.webhooks, ownActor(caller), path.webhook_id),
  },
});

const deliveriesRoute = defineRoute({
  ...ONE,
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries/',
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries of a webhook',
  description:
    'Newest first: pending deliveries, and ended ones for as long as they are kept: by default, successful ones for 7 days and failed ones for 30.',
  queryParameters: { limit: rowLimit, before: placeBefore, status },
  answer: 'WebhookDeliveriesAnswer',
  example: {
    results: [{ kind: 'launch.settled', status: 'dead', http_status: 503, failure: 'it answered 503' }],
  },
  errors: ONE_OF_YOURS,
  handle: {
    signedIn: ({ agentRecords }, caller, { path, query }) =>
      listDeliveries(agentRecords.webhooks, ownActor(caller), { id: path.webhook_id, ...query }),
  },
});

const resendRoute = defineRoute({
  ...ONE,
  pathParameters: { webhook_id: webhookId, delivery_id: deliveryId },
  method: 'POST',
  path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend/',
  operationId: 'resendWebhookDelivery',
  summary: 'Send a failed delivery again',
  description: 'With the same body, a new signature, and all attempts.',
  answer: 'WebhookDelivery',
  example: { kind: 'launch.settled', attempts: 0, next_at: '2026-10-02T09:00:00Z' },
  errors: {
    ...SIGNED_IN,
    404: {
      description: 'You have no webhook with this id, or it has no delivery with this id.',
      detail: 'This webhook has no delivery with this id.',
    },
    409: {
      description: 'The delivery has not failed, or the credential that registered the webhook has ended.',
      detail: 'This delivery is delivered. Only failed deliveries can be sent again.',
    },
  },
  handle: {
    signedIn: ({ agentRecords }, caller, { path }) =>
      resendDelivery(agentRecords.webhooks, ownActor(caller), {
        id: path.webhook_id,
        deliveryId: path.delivery_id,
      }),
  },
});

export const WEBHOOK_ROUTES: readonly Route[] = [
  listRoute,
  registerRoute,
  deleteRoute,
  editRoute,
  rotateRoute,
  testRoute,
  enableRoute,
  deliveriesRoute,
  resendRoute,
];
