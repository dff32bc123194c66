import { mutated } from '../mutate.ts';
import type { Random } from '../random.ts';

const WALLET = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const UUID = '00000000-0000-4000-8000-000000000000';

/** Around the longest parameter, the longest URL and the longest head that are taken. */
export const LENGTHS = [
  0, 1, 100, 255, 500, 1_000, 1_999, 2_048, 2_049, 4_096, 8_192, 16_000, 16_384,
] as const;

/** Text that is wrong, or right in the wrong place, as it stands in a URL. */
export const HOSTILE: readonly string[] = [
  ...LENGTHS.map((length) => 'A'.repeat(length)),
  ...LENGTHS.map((length) => '9'.repeat(length)),
  ...['0', '7', '-1', '+7', '07', '1.5', '1e3', '0x7', 'NaN', '18446744073709551616', WALLET, UUID],
  // Bad percent encodings, overlong UTF-8, lone surrogates, null bytes, raw bytes.
  ...[
    '%',
    '%z',
    '%zz',
    '%0',
    '%00',
    'a%00b',
    '%ff',
    '%c0%ae',
    '%c0%ae%c0%ae%c0%af',
    '%e0%80%af',
    '%f0%80%80%af',
  ],
  ...[
    '%ed%a0%80',
    '%u0041',
    '%25%30%30',
    '%E3%85%A4',
    '\u0000',
    '\u0001',
    '\u007f',
    '\u0080',
    '\u00ff\u00fe',
  ],
  // Ways out of a folder, in the encodings that some servers read.
  ...[
    '..',
    '../x',
    '..%2fx',
    '%2e%2e/x',
    '%2e%2e%2fx',
    '..%5cx',
    '..\\x',
    '....//x',
    '/',
    '//',
    '///etc/passwd',
  ],
  ...[
    '.',
    './',
    '*',
    '~',
    '#',
    '?',
    '??',
    '&',
    '&&',
    '=',
    ';',
    ':',
    '@',
    '|',
    '"',
    "'",
    '<',
    '>',
    '{',
    '}',
    '[',
    '^',
    '`',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'true',
    '%7B%7D',
    '%5B%5D',
    '{launch_id}',
    ':id',
  ],
  ...[
    "'%20OR%201=1--",
    '%0d%0aX-A:%20b',
    '%09',
    '%20',
    '%20%20',
    '+',
    '%E2%80%AE',
    '%F0%9F%98%80',
    '$%7B7*7%7D',
  ],
];

/** Hostile text, most of it from the list, some of it made up. */
export function hostileText(random: Random, valid: string): string {
  if (random.once(3)) return random.pick(HOSTILE);
  if (random.once(2)) return oneLine(mutated(Buffer.from(valid), random).toString('latin1'));
  if (random.once(2)) return oneLine(random.bytes(random.below(40)).toString('latin1'));
  const piece = random.pick(['%41', '%c3%a9', '%ff', '%00', 'a', '/', '%2f', '..%2f', '%', '\u00e9']);
  return piece.repeat(random.below(Math.ceil(16_384 / piece.length)));
}

/** What would begin another header or another request makes this one another, and is left out. */
function oneLine(text: string): string {
  return text.replace(/[\r\n ]/g, '');
}
