import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DIRECTORY = new URL('../../../schemas/graphql/examples/', import.meta.url);

/** Worked examples, one per tab, each of which runs unchanged. */
export function exampleTabs(): { readonly query: string }[] {
  return readdirSync(fileURLToPath(DIRECTORY))
    .sort()
    .map((name) => ({ query: readFileSync(new URL(name, DIRECTORY), 'utf8') }));
}
