import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HARNESS_SCHEMAS } from '../../scripts/harness-schema.ts';

test.each(Object.entries(HARNESS_SCHEMAS))(
  'schemas/harness/%s says what the code checks (node scripts/harness-schema.ts)',
  (name, schema) => {
    const published = readFileSync(new URL(`../../schemas/harness/${name}`, import.meta.url), 'utf8');
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(schema))));
  },
);
