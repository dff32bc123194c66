import { define } from './definition.ts';

export const rulesErrors = {
  RULE_INPUT_OUT_OF_RANGE: define<{ name: string; type: 'u32' | 'u64' | 'i64' | 'u128'; value: string }>(
    ({ name, type, value }) => `${name} is ${value}, which does not fit into a ${type}.`,
  ),
  LAUNCH_STATUS_UNKNOWN: define<{ status: string }>(
    ({ status }) => `${status} is not a launch status. The escrow program uses 0 to 4.`,
  ),
};
