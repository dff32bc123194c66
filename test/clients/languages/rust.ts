import type { Language } from '../support/language.ts';

export const RUST: Language = {
  name: 'Rust',
  folder: 'rust',
  tools: [['cargo', '--version']],
  examples: [
    {
      file: 'src/main.rs',
      client: 'yellowstone-grpc-client',
      run: ['target/debug/launchlens-clients'],
      prints: () => [/from slot \d+ on: an account of \d+ bytes was written at slot \d+/],
    },
  ],
};
