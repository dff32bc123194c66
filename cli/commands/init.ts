import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { command } from '../options.ts';
import { CONFIG_FILE, wrong } from '../programs/config-file.ts';

const TEXT = `# The programs that \`launchlens up\`, \`index\` and \`api\` follow, in addition to the launches.
# Remove the # of an entry to follow its program.

# [[program]]
# name = "vault"                 # in paths and databases; by default, the IDL's own name
# address = "<address>"
# idl = "idl/vault.json"         # a file, from this directory on, or "on-chain"
# accounts = ["Position"]        # optional: only accounts of these types
# filters = [                    # optional: only accounts for which all of these hold
#   { data_size = 165 },
#   { memcmp = { offset = 8, bytes = "<base58>" } },
# ]
`;

export function initCommand(): Command {
  return command('init', { example: 'launchlens init' }).action(() => {
    try {
      writeFileSync(CONFIG_FILE, TEXT, { flag: 'wx' });
    } catch (cause) {
      const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
      throw wrong(CONFIG_FILE, exists ? 'it already exists' : `${cause}`, cause);
    }
    process.stdout.write(`Wrote ${CONFIG_FILE}: add the programs to follow, then run \`launchlens up\`.\n`);
  });
}
