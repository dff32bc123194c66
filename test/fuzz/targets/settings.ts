import { parseEnv } from 'node:util';
import { readSettings } from '../../../core/kernel/settings/load.ts';
import { settingsSchema } from '../../../core/kernel/settings/schema.ts';
import { mutated } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { accepted, type FuzzTarget, hold } from '../support/target.ts';

const NAMES = Object.keys(settingsSchema.shape);
const VALUES = [
  '',
  ' ',
  '0',
  '8080',
  '65536',
  '-1',
  '1e3',
  '0x10',
  'http://localhost:8123',
  'https://user:pass@host/path/',
  'ftp://x',
  'http://',
  'localnet',
  'devnet',
  'confirmed',
  'http2',
  'info',
  '*',
  'https://a.example,https://b.example',
  'llp_',
  'postgres://x/y',
  'BbR2wc4rRzeuDbqVK9qrLBeGopZgRZNHSLhGDegnxkyr',
  '1'.repeat(44),
  'x'.repeat(40),
  '"quoted',
  "'a'",
  '$HOME',
  '__proto__',
];

/** Settings: every value is understood or refused by the name of its setting. */
export const settings: FuzzTarget = {
  name: 'settings',
  feeds: 'environments and .env files to the settings',
  share: 0.1,
  good: 'read',
  start: () => ({
    feed: (random) => {
      const environment = Object.fromEntries(linesOf(random));
      const file = parseEnv(fileOf(random));
      const read = accepted(() => readSettings(environment, file), ['SETTING_MALFORMED', 'SETTING_UNKNOWN']);
      if ('refused' in read) return read.refused;
      const again = settingsSchema.keyof().options.filter((name) => !(name in read.value));
      hold(
        again.every((name) => !environment[name] && !file[name]),
        'no setting is left out',
        () => ({ environment, file }),
      );
      return 'read';
    },
  }),
};

function linesOf(random: Random): [string, string][] {
  return Array.from({ length: random.below(4) }, () => {
    const name = random.once(12) ? random.text(20) : random.pick(NAMES);
    return [
      random.once(20) ? mutated(Buffer.from(name), random).toString('latin1') : name,
      random.once(8) ? random.text(60) : random.pick(VALUES),
    ];
  });
}

function fileOf(random: Random): string {
  const text = linesOf(random)
    .map(
      ([name, value]) => `${random.once(10) ? 'export ' : ''}${name}${random.once(20) ? ' ' : '='}${value}`,
    )
    .join(random.once(10) ? '\r\n' : '\n');
  return random.once(4) ? mutated(Buffer.from(text), random).toString() : text;
}
