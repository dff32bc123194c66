import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLogger, type LogLevel } from '../../../core/kernel/logger.ts';
import { redactText } from '../../../core/kernel/redact.ts';

/** A logger and the lines that it wrote. */
function capture(level: LogLevel = 'info') {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return {
    logger: createLogger(level, destination),
    lines,
    parsed: () => lines.map((line) => JSON.parse(line)),
  };
}

const SECRET = '3f9c1d7ab2e84c55';

describe('the log', () => {
  test('is one JSON object a line with an ISO time and the level by name', () => {
    const { logger, parsed } = capture();
    logger.info({ slot: 7 }, 'indexed');
    expect(parsed()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), slot: 7, msg: 'indexed' },
    ]);
  });

  test('keeps to its level', () => {
    const { logger, lines } = capture('warn');
    logger.info('quiet');
    logger.warn('loud');
    expect(lines).toHaveLength(1);
  });

  test.each([
    'authorization',
    'token',
    'xToken',
    'x-token',
    'key',
    'secret',
    'password',
    'device_code',
    'deviceCode',
    'signature',
    'jwt',
    'x-payment',
    'YELLOWSTONE_X_TOKEN',
    'JWT_SECRET',
    'OPERATOR_TOKEN',
    'MARKET_DATA_API_KEY',
    'CLICKHOUSE_URL',
    'CLICKHOUSE_SQL_URL',
    'DATABASE_URL',
  ])('never holds the value of %s, at the top or one level down', (name) => {
    const { logger, lines, parsed } = capture();
    logger.info({ [name]: SECRET, headers: { [name]: SECRET } }, 'request');
    expect(lines.join()).not.toContain(SECRET);
    expect(parsed()[0]).toMatchObject({ [name]: '[redacted]', headers: { [name]: '[redacted]' } });
  });

  test('redacts URLs in messages and in errors, and stays JSON', () => {
    const { logger, lines, parsed } = capture();
    const url = `https://me:${SECRET}@rpc.example.com/?api-key=${SECRET}`;
    logger.error({ err: new Error(`cannot reach ${url}`), rpc: url, owner: 'a@b' }, `retrying ${url}`);
    expect(lines.join()).not.toContain(SECRET);
    expect(parsed()[0]).toMatchObject({
      rpc: 'https://[redacted]@rpc.example.com/?api-key=[redacted]',
      owner: 'a@b',
    });
  });
});

describe('free text', () => {
  test.each([
    [`postgres://user:${SECRET}@db/launchlens`, 'postgres://[redacted]@db/launchlens'],
    [`https://${SECRET}@rpc.example.com/`, 'https://[redacted]@rpc.example.com/'],
    [`https://:${SECRET}@rpc.example.com/`, 'https://[redacted]@rpc.example.com/'],
    [`http://me:a@${SECRET}@host`, 'http://[redacted]@host'],
    [`wss://x/?token=${SECRET}&slot=1`, 'wss://x/?token=[redacted]&slot=1'],
    [`https://x/?slot=1&API_KEY=${SECRET}`, 'https://x/?slot=1&API_KEY=[redacted]'],
    [`https://x/?access_token=${SECRET} failed`, 'https://x/?access_token=[redacted] failed'],
    [`Bearer llk_${'aB3'.repeat(12)}xY is over`, 'Bearer llk_[redacted] is over'],
    [`"https://x/mcp?q=my1_${'0'.repeat(38)}"`, '"https://x/mcp?q=my1_[redacted]"'],
    [`snake_${'a'.repeat(37)} and_${'a'.repeat(39)}`, undefined],
    ['see https://example.com/docs, or write to help@example.com', undefined],
    ['{"url":"http://a.example","mail":"x@y"}', undefined],
    ['https://x/?status=active&limit=5', undefined],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted ?? text);
  });
});
