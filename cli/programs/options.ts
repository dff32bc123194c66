import type { Command } from 'commander';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { parsed } from '../options.ts';
import { programName } from './config-file.ts';

/** Which programs a command follows besides the launches. */
export interface ProgramFlags {
  readonly program?: Pubkey;
  readonly idl?: string;
  readonly name?: string;
  readonly config?: string;
}

/** Adds the options that name followed programs. */
export function withPrograms(command: Command): Command {
  return command
    .option(
      '--program <address>',
      'also follow the accounts of this Anchor program',
      parsed(pubkeyText, 'a program address is 32 bytes in base58.'),
    )
    .option('--idl <file>', 'with --program: its IDL, or `on-chain`')
    .option(
      '--name <name>',
      'with --program: its name in paths and databases; by default, that of the IDL',
      parsed(programName, 'a name has 1 to 32 small letters, digits and underscores, a letter first.'),
    )
    .option('--config <file>', 'the programs to follow (default: launchlens.toml, if it exists)');
}
