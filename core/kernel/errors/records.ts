import { defineForClients as define } from './definition.ts';

/** Records that owners and their agents keep here, besides credentials. */
export const recordErrors = {
  WEBHOOK_URL_FORBIDDEN: define('url is not an allowed webhook address: {reason}. Use a public https URL.', {
    status: 400,
    remedy: 'Pass an https:// URL of a public host that answers without redirects.',
  }),
  WEBHOOKS_FULL: define('The owner already has {most} webhooks, which is the maximum. Delete some first.', {
    status: 409,
    remedy: 'Call list_webhooks and delete one that is no longer needed.',
  }),
  WEBHOOK_UNKNOWN: define('This webhook does not exist.', {
    status: 404,
    remedy: 'Call list_webhooks for the ids that exist.',
  }),
  WEBHOOK_OF_ANOTHER: define(
    'This webhook was registered by the owner or by another agent. Only the owner or the agent that registered it can delete it.',
    { status: 403, remedy: 'Ask the owner to delete it: the settings page lists every webhook.' },
  ),
  WEBHOOK_REGISTRANT_ENDED: define(
    'This webhook no longer receives events: {end}. Delete it, and register the address yourself if you want its events.',
    { status: 409 },
  ),
  DELIVERY_UNKNOWN: define('This webhook has no delivery with this id.', { status: 404 }),
  DELIVERY_NOT_DEAD: define('This delivery is {status}. Only failed deliveries can be sent again.', {
    status: 409,
  }),
  RECORDS_FULL: define('The owner already has {most} {what}, which is the maximum.', {
    status: 409,
    remedy: 'Tell the user that the maximum is reached; delete a record before adding another.',
  }),
  RECORD_UNKNOWN: define('The owner has no {what} with this id.', {
    status: 404,
    remedy: 'List the records for the ids that exist.',
  }),
  NAME_TAKEN: define('The owner already has {what} with this name. Choose another name.', {
    status: 409,
    remedy: 'Choose another name, or change the record that has it.',
  }),
  VERSION_CONFLICT: define<{ current: number }>(
    ({ current }) =>
      current === 0
        ? 'No version exists yet, so there is none to replace. Nothing was changed. Send expected_version 0 or leave it out.'
        : `The current version is ${current}, not the one you named. Nothing was changed. Read it again and retry.`,
    { status: 409, remedy: 'Read it again, decide again, and pass the version that you read.' },
  ),
  STRATEGY_UNKNOWN: define('This strategy does not exist.', {
    status: 404,
    remedy: 'Call list_strategies for the ids that exist.',
  }),
  STRATEGY_STATE: define('A strategy with status {status} does not accept {action}. Nothing was changed.', {
    status: 409,
    remedy: 'Call get_strategy for its current status.',
  }),
  STRATEGY_NOT_RUN: define('This strategy stays stored, because {reason}. Nothing was changed.', {
    status: 409,
    remedy:
      'Act on it yourself by proposing intents, or use a kind that the service runs: see executes in get_strategy.',
  }),
  SUGGESTION_UNKNOWN: define('No open suggestion with this id exists for this owner.', {
    status: 404,
    remedy: 'Call list_template_proposals for those that are pending.',
  }),
  SUGGESTION_OUTDATED: define(
    'The strategy has changed since this suggestion was made. Nothing was changed.',
    { status: 409, remedy: 'Have it suggested again for the version that is published now.' },
  ),
};
