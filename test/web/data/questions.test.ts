import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSdl } from '../../../api/graphql/schema/sdl.ts';
import * as compare from '../../../web/data/compare.ts';
import * as launch from '../../../web/data/launch.ts';
import * as changes from '../../../web/data/launch-changes.ts';
import * as figures from '../../../web/data/launch-figures.ts';
import * as source from '../../../web/data/launch-shapes.ts';
import * as launches from '../../../web/data/launches.ts';
import * as mints from '../../../web/data/mints.ts';
import * as pledges from '../../../web/data/pledges.ts';
import * as search from '../../../web/data/search.ts';
import * as wallet from '../../../web/data/wallet.ts';
import * as position from '../../../web/data/wallet-position.ts';

const QUESTIONS = Object.entries({
  ...changes,
  ...compare,
  ...figures,
  ...launch,
  ...launches,
  ...mints,
  ...pledges,
  ...position,
  ...search,
  ...source,
  ...wallet,
}).flatMap(([name, value]) =>
  typeof value === 'object' && 'text' in value ? [{ name, text: value.text }] : [],
);

describe('the questions of the pages', () => {
  const schema = buildSchema(readSdl());

  test('are all here', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(17);
  });

  test.each(QUESTIONS)('$name asks for what the schema has', ({ text }) => {
    expect(validate(schema, parse(text))).toEqual([]);
  });
});
