import { describe, expect, test } from 'vitest';
import { parseException, rejection } from '../../../core/olap/rejection.ts';

const errorOf = (text: string) => {
  const exception = parseException(text);
  if (!exception) throw new Error('this is no exception text');
  return rejection('host:8123', exception);
};

describe('a refusal by ClickHouse', () => {
  test('keeps code, name and the name of the table', () => {
    const error = errorOf(
      "Code: 60. DB::Exception: Unknown table expression identifier 'nope' in scope SELECT 'secret' FROM nope. Maybe you meant system.one?. (UNKNOWN_TABLE) (version 26.7.2.1)",
    );
    expect(error).toMatchObject({ code: 'OLAP_REJECTED', context: { clickhouseCode: 60 } });
    expect(error.message).toContain("UNKNOWN_TABLE, Unknown table expression identifier 'nope'");
    expect(error.message).not.toContain('secret');
  });

  test.each([
    'Code: 62. DB::Exception: Syntax error: failed at position 8 (secret): secret. Expected one of: SELECT. (SYNTAX_ERROR)',
    "Code: 457. DB::Exception: Value secret cannot be parsed as UInt64 for query parameter 'b'. (BAD_QUERY_PARAMETER)",
    'Code: 27. DB::Exception: Cannot parse input: expected , before: secret. (CANNOT_PARSE_INPUT_ASSERTION_FAILED)',
    'Code: 516. DB::Exception: secret: Authentication failed. (AUTHENTICATION_FAILED)',
  ])('repeats no value of the statement: %s', (text) => {
    const error = errorOf(text);
    expect(error.message).not.toContain('secret');
    expect(error.message).toMatch(/[A-Z]+_[A-Z_]+/);
  });

  test.each([198, 202, 210, 236, 241, 242, 252, 279, 285, 286, 289, 319, 999])(
    'code %i may be tried again',
    (code) => {
      expect(errorOf(`Code: ${code}. DB::Exception: not now. (SOME_NAME)`)).toMatchObject({
        code: 'OLAP_BUSY',
        retryable: true,
      });
    },
  );

  test.each([
    'Code: 75. DB::Exception: Cannot write to file /data/store/1: , errno: 28, strerror: No space left on device. (CANNOT_WRITE_TO_FILE_DESCRIPTOR)',
    'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)',
  ])('a full disk is told as one, whatever the engine was doing: %s', (text) => {
    expect(errorOf(text)).toMatchObject({ code: 'OLAP_DISK_FULL', retryable: true });
  });

  test('text that ClickHouse did not write is not taken for its exception', () => {
    expect(parseException('502 Bad Gateway')).toBeUndefined();
  });
});
