import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { feeConfiguration } from '../schemas/harness/fees.ts';
import { harnessReport } from '../schemas/harness/report.ts';
import { ruleFile } from '../schemas/harness/rules.ts';

/** The published JSON Schemas of the harness's input and output, generated from the code that validates them. */
export const HARNESS_SCHEMAS = {
  'report.schema.json': harnessReport,
  'rules.schema.json': ruleFile,
  'fees.schema.json': feeConfiguration,
} as const;

if (import.meta.main) {
  for (const [name, schema] of Object.entries(HARNESS_SCHEMAS)) {
    const text = JSON.stringify(z.toJSONSchema(schema), null, 2);
    writeFileSync(new URL(`../schemas/harness/${name}`, import.meta.url), `${text}\n`);
  }
}
