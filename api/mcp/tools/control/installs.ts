import { z } from 'zod';
import { counted } from '../../../../core/kernel/counted.ts';
import { install, installList, installReport } from '../../../../schemas/mcp/desk/records.ts';
import { listInstalls, reportInstall } from '../../../actions/desk/records.ts';
import { defineOwnerTool, INDEX_READ, SETTING } from '../../catalogue/tool.ts';
import { deskOf } from './of-desk.ts';

export const reportRegistryInstallTool = defineOwnerTool({
  name: 'report_registry_install',
  title: 'Report an installation',
  description:
    'Notes for the owner that an entry of an agent registry was installed, and in which version. It installs nothing and tells no registry.',
  scope: 'manage',
  toolset: 'control',
  hints: SETTING,
  failures: ['RECORDS_FULL'],
  input: installReport,
  output: install,
  answer: (context, report, caller) => reportInstall(deskOf(context), caller, report),
  inWords: ({ entry, version, reports }) => `${entry} ${version} is noted: ${counted(reports, 'report')}.`,
});

export const listRegistryInstallsTool = defineOwnerTool({
  name: 'list_registry_installs',
  title: 'Installations',
  description: 'Which entries of agent registries were reported as installed for the owner, oldest first.',
  toolset: 'control',
  hints: INDEX_READ,
  input: z.strictObject({}),
  output: installList,
  answer: async (context, _input, caller) => ({ results: await listInstalls(deskOf(context), caller) }),
  inWords: ({ results }) =>
    [
      `${counted(results.length, 'installation')}.`,
      ...results.map(({ entry, version }) => `${entry} ${version}`),
    ].join('\n'),
});
