import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { agent, agentChange, agentList, agentRegistration } from '../../../../schemas/mcp/desk/records.ts';
import { listAgents, registerAgent, updateAgent } from '../../../actions/desk/records.ts';
import { ADDITION, defineOwnerTool, INDEX_READ, SETTING } from '../../catalogue/tool.ts';
import { deskOf } from './of-desk.ts';

export const registerAgentTool = defineOwnerTool({
  name: 'register_agent',
  title: 'Register an agent',
  description:
    'Registers an agent of the owner under a name with what it says of itself. It grants nothing: what an agent may do is its credential’s scopes and the wallet policy.',
  scope: 'manage',
  toolset: 'control',
  hints: ADDITION,
  failures: ['NAME_TAKEN', 'RECORDS_FULL'],
  input: agentRegistration,
  output: agent,
  answer: (context, registration, caller) => registerAgent(deskOf(context), caller, registration),
  inWords: ({ name, agent_id }) => `Agent ${name} is registered as ${agent_id}.`,
});

export const updateAgentProfileTool = defineOwnerTool({
  name: 'update_agent_profile',
  title: 'Update an agent profile',
  description:
    'Changes what a registered agent says of itself: the members that are given, and no others. With expected_version, only that version is replaced.',
  scope: 'manage',
  toolset: 'control',
  hints: SETTING,
  failures: ['RECORD_UNKNOWN', 'VERSION_CONFLICT'],
  input: agentChange,
  output: agent,
  answer: (context, change, caller) => updateAgent(deskOf(context), caller, change),
  inWords: ({ name, version }) => `The profile of agent ${name} is at version ${version}.`,
});

export const listAgentsTool = defineOwnerTool({
  name: 'list_agents',
  title: "The owner's agents",
  description: 'The agents that are registered for the owner, and what they say of themselves. Oldest first.',
  toolset: 'control',
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: agentList,
  answer: async (context, _input, caller) => ({ results: await listAgents(deskOf(context), caller) }),
  inWords: ({ results }) =>
    [
      `${counted(results.length, 'agent')}.`,
      ...results.map(({ name, agent_id }) => `${name}: ${agent_id}`),
    ].join('\n'),
});
