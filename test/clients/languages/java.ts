import type { Language } from '../support/language.ts';
import { generated, PROPOSED } from '../support/printed.ts';

const java = (name: string) =>
  ({
    file: `programs/${name}.java`,
    run: ['java', '-cp', 'target/classes:libraries/*', name],
  }) as const;

export const JAVA: Language = {
  name: 'Java',
  folder: 'java',
  tools: [
    ['java', '-version'],
    ['mvn', '-version'],
  ],
  examples: [
    { ...java('Rest'), client: 'a client of openapi-generator', prints: generated },
    { ...java('Agent'), client: 'the Java SDK of MCP', prints: () => [PROPOSED] },
  ],
};
