import { define } from './definition.ts';

/** Records that owners and their agents keep here, besides credentials. */
export const deskErrors = {
  WEBHOOK_URL_FORBIDDEN: define<{ reason: string }>(
    ({ reason }) => `Nothing is sent to this address: ${reason}.`,
    { status: 400 },
  ),
  WEBHOOKS_FULL: define<{ most: number }>(
    ({ most }) => `The owner has ${most} webhooks, and no more are registered; delete some first.`,
    { status: 409 },
  ),
  WEBHOOK_UNKNOWN: define(() => 'There is no such webhook.', { status: 404 }),
  WEBHOOK_OF_ANOTHER: define(
    () =>
      'This webhook was registered by the owner or by another agent. Only the owner or the agent that registered it can delete it.',
    { status: 403 },
  ),
  WEBHOOK_REGISTRANT_ENDED: define<{ end: string }>(
    ({ end }) =>
      `Nothing more is sent to this webhook: ${end}. Delete it, and register the address yourself if you want its events.`,
    { status: 409 },
  ),
  DELIVERY_UNKNOWN: define(() => 'There is no such delivery of this webhook.', { status: 404 }),
  DELIVERY_NOT_DEAD: define<{ status: string }>(
    ({ status }) => `The delivery is ${status}: only one that was given up is sent again.`,
    { status: 409 },
  ),
  RECORDS_FULL: define<{ what: string; most: number }>(
    ({ what, most }) => `The owner has ${most} ${what}, and no more are kept.`,
    { status: 409 },
  ),
  RECORD_UNKNOWN: define<{ what: string }>(({ what }) => `The owner has no such ${what}.`, { status: 404 }),
  NAME_TAKEN: define<{ what: string }>(({ what }) => `The owner has ${what} of this name already.`, {
    status: 409,
  }),
  VERSION_CONFLICT: define<{ current: number }>(
    ({ current }) =>
      current === 0
        ? 'There is no version to replace yet; nothing was changed.'
        : `It is at version ${current} by now; nothing was changed.`,
    { status: 409 },
  ),
  STRATEGY_UNKNOWN: define(() => 'There is no such strategy.', { status: 404 }),
  STRATEGY_STATE: define<{ status: string; action: string }>(
    ({ status, action }) => `A strategy that is ${status} takes no ${action}; nothing was changed.`,
    { status: 409 },
  ),
  SUGGESTION_UNKNOWN: define(() => 'There is no such suggestion that waits for this owner.', { status: 404 }),
  SUGGESTION_OUTDATED: define(
    () => 'The strategy was changed since the version that the suggestion is about; nothing was changed.',
    { status: 409 },
  ),
};
