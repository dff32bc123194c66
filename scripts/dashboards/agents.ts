import { count, type Dashboard, graph, p95, rate } from './panel.ts';

export const AGENTS: Dashboard = {
  uid: 'launchlens-agents',
  title: 'Launchlens: agents and owners',
  panels: [
    graph('MCP calls by outcome', 'ops', {
      '{{outcome}}': rate('launchlens_api_mcp_call_seconds_count', 'outcome'),
    }),
    graph('Time by tool, 95th percentile', 's', {
      '{{tool}}': p95('launchlens_api_mcp_call_seconds', 'tool'),
    }),
    graph('Refused credentials', 'none', {
      '{{reason}}': count('launchlens_api_credential_refusals_total', 'reason'),
    }),
    graph('Open intents', 'none', {
      '{{state}}': 'max by (state) (launchlens_intents_open)',
      'waiting for the chain': 'max(launchlens_intents_waiting)',
    }),
    graph('Ends of intents', 'none', {
      confirmed: count('launchlens_intents_confirmed_total'),
      failed: count('launchlens_intents_failed_total'),
      expired: count('launchlens_intents_expired_total'),
      'sent again': count('launchlens_intents_resent_total'),
    }),
    graph('Strategy steps', 'none', {
      due: 'max(launchlens_strategies_due)',
      proposed: count('launchlens_strategies_proposed_total'),
      refused: count('launchlens_strategies_refused_total'),
    }),
    graph('Liquidation alerts', 'none', {
      due: 'max(launchlens_liquidation_alerts_due)',
      sent: count('launchlens_liquidation_alerts_sent_total'),
    }),
    graph('Deliveries to webhooks', 'none', {
      succeeded: count('launchlens_webhooks_delivered_total'),
      'failed attempts': count('launchlens_webhooks_failed_attempts_total'),
      'given up': count('launchlens_webhooks_given_up_total'),
    }),
    graph('Webhooks and deliveries that stand still', 'none', {
      'pending deliveries': 'max(launchlens_webhooks_pending)',
      'dead deliveries': 'max(launchlens_webhooks_dead)',
      'webhooks turned off': 'max(launchlens_webhooks_disabled)',
    }),
    graph('Payout requests', 'none', { '{{state}}': 'max by (state) (launchlens_payout_requests)' }),
    graph('Oldest open payout request', 's', { age: 'max(launchlens_payout_oldest_open_seconds)' }),
    graph('Payments that match nothing', 'none', {
      'treasury transfers': 'max(launchlens_settlement_unmatched_transfers)',
      'payments in the ledger': 'max(launchlens_rewards_contradictions)',
    }),
    graph('Failed checks of workers', 'none', {
      webhooks: count('launchlens_webhooks_failures_total'),
      intents: count('launchlens_intents_watch_failures_total'),
      strategies: count('launchlens_strategies_failures_total'),
      'liquidation alerts': count('launchlens_liquidation_alerts_failures_total'),
      settlement: count('launchlens_settlement_failures_total'),
      'launch gate': count('launchlens_launch_gate_failures_total'),
      retention: count('launchlens_call_decisions_forget_failures_total'),
    }),
  ],
};
