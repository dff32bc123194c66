import type { Language } from '../support/language.ts';
import { EXECUTED, PAIRED, PROPOSED, readAtSlot } from '../support/printed.ts';

const node = (file: string) => ({ file, run: ['node', file] }) as const;

export const TYPESCRIPT: Language = {
  name: 'TypeScript',
  folder: 'typescript',
  tools: [
    ['node', '--version'],
    ['npm', '--version'],
  ],
  examples: [
    { ...node('apollo.mjs'), client: 'Apollo Client', prints: readAtSlot },
    { ...node('urql.mjs'), client: 'urql', prints: readAtSlot },
    { ...node('pair.mjs'), client: '@solana/kit, signing in and pairing', prints: () => [PAIRED] },
    { ...node('agent.mjs'), client: '@ai-sdk/mcp', prints: () => [PROPOSED] },
    { ...node('sign.mjs'), client: '@solana/web3.js', prints: () => [EXECUTED] },
    { ...node('send.mjs'), client: '@solana/kit, sending', prints: () => ['received 2000000'] },
  ],
};
