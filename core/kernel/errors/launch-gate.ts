import { define } from './definition.ts';

/** Refusals of operators who set the launch gate. */
export const launchGateErrors = {
  LAUNCH_GATE_FULL: define<{ most: number }>(
    ({ most }) => `The launch gate has ${most} legs, and no more are taken until some are removed.`,
    { exit: 2, status: 409 },
  ),
  GATE_LEG_UNKNOWN: define(() => 'The launch gate has no such leg.', { exit: 2, status: 404 }),
};
