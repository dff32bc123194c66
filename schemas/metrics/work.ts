import { counter, gauge } from './metric.ts';

/** The work that API processes do by themselves. Counts are of one process; gauges of the store, so of all processes. */
export const WORK_METRICS = {
  launchlens_webhooks_pending: gauge('Pending deliveries.'),
  launchlens_webhooks_dead: gauge('Deliveries that were given up and are kept for their owners.'),
  launchlens_webhooks_disabled: gauge('Webhooks that receive nothing, including those of ended credentials.'),
  launchlens_webhooks_delivered_total: counter('Deliveries that succeeded.'),
  launchlens_webhooks_failed_attempts_total: counter('Failed attempts to deliver.'),
  launchlens_webhooks_given_up_total: counter('Deliveries that were given up.'),
  launchlens_webhooks_failures_total: counter('Failed checks for pending deliveries, each retried.'),
  launchlens_payout_requests: gauge('Payout requests: requested, settled or failed.', 'state'),
  launchlens_payout_oldest_open_seconds: gauge('Age of the oldest open payout request; 0 if none is open.'),
  launchlens_intents_open: gauge('Intents that are not closed: proposed, approved or submitted.', 'state'),
  launchlens_intents_waiting: gauge('Submitted intents that wait for the chain.'),
  launchlens_intents_confirmed_total: counter('Intents confirmed.'),
  launchlens_intents_failed_total: counter('Intents whose transaction failed.'),
  launchlens_intents_expired_total: counter('Intents that expired.'),
  launchlens_intents_resent_total: counter('Transactions sent again.'),
  launchlens_intents_watch_failures_total: counter('Failed checks of submitted intents, each retried.'),
  launchlens_strategies_due: gauge('Strategy steps that are due.'),
  launchlens_strategies_proposed_total: counter('Strategy steps proposed as intents.'),
  launchlens_strategies_refused_total: counter('Strategy steps recorded as refused.'),
  launchlens_strategies_failures_total: counter(
    'Failed steps and failed checks for due steps, each retried.',
  ),
  launchlens_liquidation_alerts_due: gauge('Liquidation alerts whose position is due for a look.'),
  launchlens_liquidation_alerts_sent_total: counter('Owners told of a position near its liquidation.'),
  launchlens_liquidation_alerts_failures_total: counter(
    'Failed looks at positions and failed checks for due ones, each retried.',
  ),
  launchlens_settlement_unmatched_transfers: gauge('Treasury transfers that settle no payout request.'),
  launchlens_settlement_settled_slot: gauge('Slot up to which the transfers of the treasury were checked.'),
  launchlens_settlement_settled_requests_total: counter('Payout requests settled.'),
  launchlens_settlement_failures_total: counter('Failed checks of the treasury, each retried.'),
  launchlens_rewards_contradictions: gauge('Payments in the reward ledger that do not count.'),
  launchlens_launch_gate_failures_total: counter('Failed attempts to read the launch gate, each retried.'),
  launchlens_call_decisions_forgotten_total: counter('Records of calls deleted after their retention time.'),
  launchlens_call_decisions_forget_failures_total: counter(
    'Failed attempts to delete old records of calls, each retried.',
  ),
} as const;
