import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibleNote, visibleText } from '../../schemas/rest/visible-text.ts';

const errorOf = (value: string) => visibleText.safeParse(value).error?.issues[0]?.message;

describe('text that owners sign', () => {
  test.for([
    ...['A bot', 'Claude 4.5 (work)', 'Zoë’s key', 'Ünïcode', 'Việt Nam', 'Trader #1', '50 % × 2', 'C++'],
    ...[
      '田中のボット',
      'ラウンチ Claude',
      '取引ボットAPI',
      'ひらがなー',
      '交易機器人 Bot',
      '거래 봇 Claude',
      'ㄅㄆㄇ 漢字 A',
    ],
    ...[
      'Торговый бот',
      'Ψηφιακός βοηθός',
      'بوت التداول',
      'בוט מסחר',
      'עוֹזֵר',
      'व्यापार बॉट',
      'ผู้ช่วยซื้อขาย',
      'ვაჭრობა',
    ],
    ...['தமிழ் உதவி', 'အကူအညီ', 'ជំនួយ', 'ᏣᎳᎩ', 'ᐃᓄᒃᑎᑐᑦ', 'ነጋዴ', 'Հայերեն', '🤖 bot', 'e\u0301', '7'],
  ])('passes in any language: %s', (name) => {
    expect(errorOf(name)).toBeUndefined();
  });

  test.for([
    ...[
      '3164',
      '115F',
      '1160',
      'FFA0',
      '2800',
      '034F',
      '17B4',
      '180B',
      'FE0F',
      'FFFC',
      'E0100',
      '1D159',
      '16FE4',
    ],
  ])('is refused for U+%s, which is named', (hex) => {
    const blank = String.fromCodePoint(Number.parseInt(hex, 16));
    for (const name of [blank, `Main${blank}wallet`, `Main ${blank}`, blank.repeat(9)]) {
      expect(errorOf(name)).toBe(`without U+${hex}, which shows as nothing`);
      expect(visibleNote.safeParse(name).success).toBe(false);
    }
  });

  test.for([
    ...[
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\u061c',
      '\u00ad',
      '\u0000',
      '\n',
      '\u2028',
      '\u3000',
      '\u1680',
    ],
    ...['\ue000', '\u{10fffd}', '\u0378', '\ud800', '\u{e0041}', '\ufdd0'],
  ])(
    'is refused with a control, a space of another width, or what Unicode has not given: %j',
    (character) => {
      expect(errorOf(`a${character}b`)).toMatch(/^(?:1 to 64 visible characters|without U\+)/);
    },
  );

  test.for([
    'рaypal',
    'Сlaude',
    'Launchlens кошелёк',
    'Gοοgle',
    'Αlice',
    'Ꭺpple',
    'Ꮯlaude',
    'aא',
    'ボットбот',
    'ᚠ',
    '𐌰',
  ])('is refused where scripts are mixed that look alike, and in scripts that nobody writes: %s', (name) =>
    expect(errorOf(name)).toMatch(/^in one script, or /),
  );

  test.for(['\u0301a', 'a \u0301b', 'a\u0301\u0301', 'á\u0301', 'a\u0300\u0301\u0302\u0303\u0304', '\u20dd'])(
    'is refused under stacks of marks: %j',
    (name) => expect(errorOf(name)).toMatch(/^without a mark twice /),
  );

  test('never shows as nothing, turns direction or mixes scripts, whatever it is made of', () => {
    const odd = fc.oneof(
      fc.constantFrom(
        '\u3164',
        '\u115f',
        '\u1160',
        '\uffa0',
        '\u2800',
        '\u200b',
        '\u202e',
        '\ue000',
        '\u0301',
      ),
      fc.constantFrom('a', 'Z', 'с', 'о', 'α', '田', 'の', 'ボ', '봇', ' ', '7', '-', '🤖'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 12 }), (parts) => {
        const name = parts.join('');
        if (!visibleText.safeParse(name).success) return;
        expect(name).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{C}\u2800]/u);
        expect(name).toMatch(/^\S+(?: \S+)*$/u);
        expect(name).not.toMatch(/[\p{Mn}\p{Me}]{5}/u);
        const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Cherokee'].filter(
          (script) => new RegExp(`\\p{Script=${script}}`, 'u').test(name),
        );
        expect(scripts.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });
});
