import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WEBHOOK_SCHEMA, webhookSchema } from '../../../scripts/webhook-schema.ts';

test('the published schema of events is the one that the code has', () => {
  expect(JSON.parse(readFileSync(WEBHOOK_SCHEMA, 'utf8'))).toEqual(webhookSchema());
});
