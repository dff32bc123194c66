import { define } from './definition.ts';

export const rulesErrors = {
  RULE_INPUT_OUT_OF_RANGE: define<{ name: string; type: 'u32' | 'u64' | 'i64' | 'u128'; value: string }>(
    ({ name, type, value }) => `${name} must fit ${type}, but is ${value}.`,
  ),
  LAUNCH_STATUS_UNKNOWN: define<{ status: string }>(
    ({ status }) => `${status} is not a launch status: the escrow program knows 0 to 4.`,
  ),
};
