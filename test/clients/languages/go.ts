import type { Language } from '../support/language.ts';
import { EXECUTED, generated, PROPOSED } from '../support/printed.ts';

const go = (program: string) => ({ file: `${program}/main.go`, run: ['go', 'run', `./${program}`] }) as const;

export const GO: Language = {
  name: 'Go',
  folder: 'go',
  tools: [['go', 'version']],
  examples: [
    { ...go('rest'), client: 'a client of oapi-codegen', prints: generated },
    { ...go('agent'), client: 'the Go SDK of MCP', prints: () => [PROPOSED] },
    { ...go('sign'), client: 'solana-go', prints: () => [EXECUTED] },
  ],
};
