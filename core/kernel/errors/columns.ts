import { define } from './definition.ts';

export const columnErrors = {
  COLUMN_TYPE_UNSUPPORTED: define<{ name: string; type: string }>(
    ({ name, type }) =>
      `Column ${name} cannot be written as ${type}: the column buffers do not support that type.`,
  ),
  COLUMN_UNKNOWN: define<{ name: string }>(({ name }) => `The block has no column ${name}.`),
  COLUMN_VALUE_MISMATCH: define<{ name: string; type: string; value: string }>(
    ({ name, type, value }) => `Column ${name} of type ${type} cannot store ${value}.`,
  ),
  COLUMN_LAYOUT_MISMATCH: define<{ expected: string; found: string }>(
    ({ expected, found }) => `Blocks with different columns cannot be joined: ${expected} and ${found}.`,
  ),
};
