import { ADDITION, REMOVAL, SETTING } from '../../catalogue/hints.ts';
import { laterTools } from './define.ts';

export const MANAGE_TOOLS = laterTools({ scope: 'manage', toolset: 'control', hints: SETTING }, [
  [
    'declare_jurisdiction',
    'Declare a jurisdiction',
    'Records the jurisdiction that the owner declares, by which gated tools are allowed or refused.',
  ],
  ['delete_webhook', 'Delete a webhook', 'Removes a webhook, so that nothing more is sent to it.', REMOVAL],
  [
    'journal_append',
    'Append to the journal',
    "Adds an entry to the agent's journal. Entries are never changed.",
    ADDITION,
  ],
  [
    'propose_template_update',
    'Propose a template update',
    'Proposes a change of a strategy template for its keeper to decide about.',
    ADDITION,
  ],
  [
    'register_agent',
    'Register an agent',
    "Registers an agent with its profile under the owner's wallet.",
    ADDITION,
  ],
  ['register_webhook', 'Register a webhook', 'Registers an address that events are sent to.', ADDITION],
  [
    'report_registry_install',
    'Report an installation',
    'Reports that an entry of the agent registry was installed.',
    ADDITION,
  ],
  [
    'set_liquidation_alert',
    'Set a liquidation alert',
    'Sets the distance to liquidation at which the owner is alerted. It closes no position.',
  ],
  [
    'set_portfolio_charter',
    'Set the portfolio charter',
    "Sets the rules in words and figures that the owner's portfolio is held to.",
  ],
  [
    'sr_configure_strategy',
    'Configure a strategy',
    'Sets the parameters of a strategy that is registered. It starts none.',
  ],
  ['update_agent_profile', 'Update an agent profile', 'Changes what an agent shows of itself.'],
]);
