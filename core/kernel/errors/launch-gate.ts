import { defineForClients as define } from './definition.ts';

/** Refusals of operators who set the launch gate. */
export const launchGateErrors = {
  LAUNCH_GATE_FULL: define<{ most: number }>(
    ({ most }) => `The launch gate already has ${most} legs, which is the maximum. Remove some first.`,
    { exit: 2, status: 409 },
  ),
  GATE_LEG_UNKNOWN: define(() => 'The launch gate has no leg with this name.', { exit: 2, status: 404 }),
};
