import type { LaunchGateAnswer, LaunchGateChange } from './launch-gate.ts';

export const launchGateChangeExample: LaunchGateChange = {
  name: 'legal',
  status: 'passed',
  note: 'Opinion of 1 October',
};

export const launchGateExample: LaunchGateAnswer = {
  open: false,
  pending: ['audit'],
  legs: [
    {
      name: 'legal',
      status: 'passed',
      updated_at: '2026-10-01T12:00:00.400Z',
      note: 'Opinion of 1 October',
    },
    { name: 'audit', status: 'pending', updated_at: '2026-09-28T09:30:00Z', note: '' },
  ],
};
