import type { Language } from '../support/language.ts';
import { generated } from '../support/printed.ts';

const rust = (program: string) =>
  ({ file: `src/bin/${program}.rs`, run: [`target/debug/${program}`] }) as const;

export const RUST_GENERATED: Language = {
  name: 'Rust, with a generated client',
  folder: 'rust-generated',
  tools: [
    ['cargo', '--version'],
    ['java', '-version'],
    ['mvn', '-version'],
  ],
  examples: [
    { ...rust('rest'), client: 'a client of openapi-generator', prints: generated },
    {
      ...rust('narrow'),
      client: 'a client of openapi-generator, as it is',
      prints: () => [/^not read: .*18446744073709551615.*expected i64/m],
    },
  ],
};
