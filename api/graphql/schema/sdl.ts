import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIRECTORY = new URL('../../../schemas/graphql/', import.meta.url);

/** The schema in GraphQL's schema definition language, all files together. */
export function readSdl(): string {
  return readdirSync(fileURLToPath(DIRECTORY))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, DIRECTORY), 'utf8'))
    .join('\n');
}
