import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepts } from '../../../../api/mcp/http/answer.ts';
import { outlineOf, readMessage } from '../../../../api/mcp/http/read-message.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const refusalOf = (body: string | Uint8Array) => {
  try {
    readMessage(typeof body === 'string' ? Buffer.from(body) : body);
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};

describe('reading a message', () => {
  test.for([
    ['a request', PING],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ['a result', '{"jsonrpc":"2.0","id":"a","result":{}}'],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'],
    ['white space around it', `\n ${PING}\t`],
  ])('takes %s', ([, body = '']) => {
    expect(refusalOf(body)).toBe('none');
  });

  test.for([
    ['nothing', ''],
    ['half of a message', '{"jsonrpc":'],
    ['two messages', `${PING}${PING}`],
    ['a byte order mark', `\uFEFF${PING}`],
    ['UTF-16', Buffer.from(PING, 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a gzip stream', Buffer.from([0x1f, 0x8b, 0x08, 0])],
    ['a nesting of ten thousand', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['a nesting without an end', '{"a":'.repeat(200_000)],
    ['five thousand values', `[${'0,'.repeat(5_000)}0]`],
  ] as const)('refuses %s as no JSON', ([, body]) => {
    expect(refusalOf(body)).toBe('MCP_BODY_MALFORMED');
  });

  test.for([
    ['of one', `[${PING}]`],
    ['of none', '[]'],
    ['of batches', `[[${PING}]]`],
  ] as const)('refuses a batch %s', ([, body]) => {
    expect(refusalOf(body)).toBe('MCP_BATCH_REFUSED');
  });

  test.for([
    ['null', 'it is no object'],
    ['"ping"', 'it is no object'],
    ['{"id":1,"method":"ping"}', 'jsonrpc must be "2.0"'],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 'jsonrpc must be "2.0"'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'id must be a string or an integer'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 'id must be a string or an integer'],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 'id must be a string or an integer'],
    ['{"jsonrpc":"2.0","id":1}', 'method must be a string'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 'a member'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":3}', 'params must be an object'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","extra":true}', 'a member'],
  ])('refuses %s and says why', ([body = '', reason = '']) => {
    expect(() => readMessage(Buffer.from(body))).toThrow(reason);
    expect(refusalOf(body)).toBe('MCP_MESSAGE_MALFORMED');
  });

  test.for([
    ['in its arguments', '{"name":"a","arguments":{"__proto__":{"a":1}}}'],
    ['deep in them', '{"name":"a","arguments":{"a":[{"__proto__":1}]}}'],
    ['in escapes', '{"name":"a","arguments":{"\\u005f_pro\\u0074o__":1}}'],
  ])('refuses a member that would be dropped unseen, %s', ([, params]) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    expect(() => readMessage(Buffer.from(body))).toThrow('no member may be named __proto__');
    expect(refusalOf(body)).toBe('MCP_MESSAGE_MALFORMED');
  });

  test('takes the same as a value', () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","a":"\\u0061"}}';
    expect(refusalOf(body)).toBe('none');
  });

  test('takes the last of repeated members once and for all, as every later check does', () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}';

    expect(readMessage(Buffer.from(body))).toMatchObject({ method: 'tools/list' });
  });
});

describe('the outline of a JSON text', () => {
  const inside = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value) : [];
  const isBranch = (value: unknown) => typeof value === 'object' && value !== null;
  const depthOf = (value: unknown): number =>
    isBranch(value) ? 1 + Math.max(0, ...inside(value).map(depthOf)) : 0;
  const commasOf = (value: unknown): number =>
    Math.max(0, inside(value).length - 1) + inside(value).reduce<number>((sum, at) => sum + commasOf(at), 0);

  test('is found as by walking the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        expect(outlineOf(JSON.stringify(value))).toEqual({ depth: depthOf(value), commas: commasOf(value) });
      }),
    );
  });

  test('takes no bracket, comma or escape inside of strings for one outside', () => {
    const text = JSON.stringify(['[[[,,,', '\\"[[[,', '"', '\\']);

    expect(outlineOf(text)).toEqual({ depth: 1, commas: 3 });
    expect(outlineOf('["[[[,,,\\"')).toEqual({ depth: 1, commas: 0 });
  });
});

describe('an Accept header', () => {
  test.for([
    [undefined, true],
    ['application/json', true],
    ['text/event-stream, Application/JSON;q=0.9', true],
    ['application/*', true],
    ['*/*', true],
    ['text/event-stream', false],
    ['application/jsonp', false],
    ['', false],
  ] as const)('of %o allows JSON: %s', ([accept, expected]) => {
    expect(accepts(accept, 'application/json')).toBe(expected);
  });
});
