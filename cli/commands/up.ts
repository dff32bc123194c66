import { type Command, Option } from 'commander';
import { SCENARIO_NAMES } from '../../fixtures/localnet/scenarios/names.ts';
import type { ChainFlags } from '../demo/local-chain.ts';
import { command, parseSpeed } from '../options.ts';
import { type ProgramFlags, withPrograms } from '../programs/options.ts';
import { openSession, serve } from '../session.ts';

interface UpFlags extends ChainFlags, ProgramFlags {
  readonly demo: boolean;
}

export function upCommand(): Command {
  const up = command('up', {
    more: 'Without ESCROW_PROGRAM_ID, only the named programs are followed, and no launches.',
    example: 'launchlens up --demo',
  });
  return withPrograms(up)
    .option(
      '--demo',
      'also start the local chain and follow it, in a separate store that starts empty',
      false,
    )
    .addOption(
      new Option('--scenario <name>', 'with --demo: the scenario to play')
        .choices(SCENARIO_NAMES)
        .default('tour'),
    )
    .option('--seed <text>', 'with --demo: the seed of the local chain', '1')
    .option('--speed <factor>', 'with --demo: 1 is a slot every 400 ms', parseSpeed, 1)
    .action(async (flags: UpFlags) => {
      const session = openSession({ quietOnTerminal: true });
      await serve(session, async () => {
        const { demo, up } = await import('../services/up.ts');
        return flags.demo ? demo(session, flags) : up(session, flags);
      });
    });
}
