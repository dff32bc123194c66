import type {
  WebhookAnswer,
  WebhookDeleted,
  WebhookDeliveriesAnswer,
  WebhookDeliveryAnswer,
  WebhookListAnswer,
  WebhookRegistered,
} from './webhooks.ts';

const ID = 'c2a7f0be-6a0f-4f6e-9d0a-2f8b6f9a1d35';
const EVENT_ID = '5e0c7a5b-0f6e-4f0c-8b57-3f1f7b1f2b90';

export const webhookRequestExample = {
  url: 'https://hooks.example.com/launchlens',
  label: 'Launch room',
  events: ['launch.settled', 'intent.proposed'],
};

export const webhookExample: WebhookAnswer = {
  id: ID,
  ...webhookRequestExample,
  registrant: null,
  created_at: '2026-10-01T12:00:00Z',
  disabled_at: null,
  disabled_reason: null,
  dead_in_a_row: 0,
  dropped: 0,
};

export const webhookRegisteredExample: WebhookRegistered = {
  ...webhookExample,
  secret: 'whsec_<43 characters>',
};

export const webhooksExample: WebhookListAnswer = { results: [webhookExample] };
export const webhookDeletedExample: WebhookDeleted = { id: ID, deleted: true };

const deliveryExample: WebhookDeliveryAnswer = {
  ...{ id: 12, event_id: EVENT_ID, kind: 'launch.settled', status: 'dead', attempts: 10 },
  ...{ http_status: 503, failure: 'it answered 503' },
  ...{ created_at: '2026-10-01T12:00:00Z', next_at: null, closed_at: '2026-10-01T16:12:00Z' },
  body: `{"id":"${EVENT_ID}","type":"launch.settled","at":"2026-10-01T12:00:00.000Z","slot":1042,"data":{"launch_id":"7"}}`,
};

export const deliveriesExample: WebhookDeliveriesAnswer = { results: [deliveryExample], has_more: false };
export const resentExample: WebhookDeliveryAnswer = {
  ...deliveryExample,
  ...{ status: 'pending', attempts: 0, next_at: '2026-10-02T09:00:00Z', closed_at: null },
};
