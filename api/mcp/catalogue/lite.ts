/** The tools of agent-lite: frozen, since its clients rely on a short, stable list. */
export const LITE_TOOLS: readonly string[] = [
  'get_ilo_details',
  'list_launches',
  'list_pledges',
  'get_wallet_position',
  'get_raise_curve',
  'get_source_status',
  'verify_account',
  'get_rewards_summary',
  'get_rewards_history',
  'kill_wallet',
  'pause_wallet',
  'get_quotes',
  'create_execution_intent',
  'get_intent_status',
];
