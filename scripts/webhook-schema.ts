import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { webhookEvent } from '../schemas/webhooks/event.ts';

export const WEBHOOK_SCHEMA = new URL('../schemas/webhooks/event.schema.json', import.meta.url);

/** The published JSON Schema of webhook events. Events may gain members, so unknown ones are allowed. */
export function webhookSchema(): unknown {
  return z.toJSONSchema(webhookEvent, {
    reused: 'ref',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}

if (import.meta.main) writeFileSync(WEBHOOK_SCHEMA, `${JSON.stringify(webhookSchema(), null, 2)}\n`);
