import { describe, expect, test } from 'vitest';
import { type HttpQuestion, type HttpReply, startScriptedHttp } from '../support/scripted-http.ts';
import { failedChecks, stage } from '../support/verifier/stage.ts';

const ALL = ['rest_mirror_total_pledged', 'rest_mirror_pledger_count', 'rest_mirror_status'];
const HONEST = { launch_id: '7', total_pledged: '600', pledger_count: 3, status: 'active', status_code: 1 };

function detail(slot: number, launch: object = HONEST): HttpReply {
  return { status: 200, body: JSON.stringify({ source: { last_indexed_slot: slot }, launch }) };
}

const problem = (status: number, text: string): HttpReply => ({
  status,
  body: JSON.stringify({ detail: text }),
});
const asOf = ({ path }: HttpQuestion) => new URL(path, 'http://mirror').searchParams.get('as_of_slot');

/** Verifies the fake launch, which the chain holds at slot 1000, against a mirror that answers like this. */
async function against(answer: (question: HttpQuestion) => HttpReply, suffix = '', ...more: string[]) {
  await using given = await stage();
  await using mirror = await startScriptedHttp(answer);
  const run = await given.verify('--timeout', '2', '--api', `${mirror.url}${suffix}`, ...more);
  return { run, questions: [...mirror.questions] };
}

describe('a mirror that agrees with the chain', () => {
  test.each([
    ['its host', '', '/api/v1/ilo/launches/7/'],
    ['its base address', '/api/v1', '/api/v1/ilo/launches/7/'],
    ['its base address with a slash', '/api/v1/', '/api/v1/ilo/launches/7/'],
    ['a prefix of a proxy', '/launch', '/launch/api/v1/ilo/launches/7/'],
  ])('is found by %s', async (_what, suffix, path) => {
    const { run, questions } = await against(() => detail(1_000), suffix);
    expect(questions.map((question) => question.path)).toEqual([path]);
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('All 10 checks hold at slot 1000.');
    for (const name of ALL) expect(run.stdout).toContain(`OK    ${name} `);
    expect(run.exit).toBe(0);
  });

  test('is waited for while it is behind', async () => {
    let slot = 998;
    const { run, questions } = await against(() => detail(slot++));
    expect(run.exit).toBe(0);
    expect(questions).toHaveLength(3);
  });

  test('is asked for the slot of the chain when it is ahead', async () => {
    const later = { ...HONEST, total_pledged: '700', pledger_count: 4 };
    const { run, questions } = await against((question) =>
      asOf(question) === '1000' ? detail(1_000) : detail(1_007, later),
    );
    expect(run.exit).toBe(0);
    expect(questions.map(asOf)).toEqual([null, '1000']);
  });

  test('is asked again when it limits the rate', async () => {
    let asked = 0;
    const limit: HttpReply = { status: 429, headers: { 'retry-after': '0' }, body: '' };
    const { run } = await against(() => (asked++ === 0 ? limit : detail(1_000)));
    expect(run.exit).toBe(0);
  });
});

describe('a mirror that does not agree', () => {
  test.each([
    ['total', { total_pledged: '601' }, 'rest_mirror_total_pledged', 'expected 600, found 601'],
    ['count', { pledger_count: 2 }, 'rest_mirror_pledger_count', 'expected 3, found 2'],
    [
      'status',
      { status: 'succeeded', status_code: 2 },
      'rest_mirror_status',
      'active (1), found succeeded (2)',
    ],
    ['status code alone', { status_code: 2 }, 'rest_mirror_status', 'expected active (1), found active (2)'],
    ['status with escape codes', { status: '\u001b[2J' }, 'rest_mirror_status', 'found "\\u001b[2J" (1)'],
  ])('fails the check of its %s', async (_what, lie, name, told) => {
    const { run } = await against(() => detail(1_000, { ...HONEST, ...lie }));
    expect(failedChecks(run)).toEqual([name]);
    expect(run.stdout).toContain(told);
    expect(run.exit).toBe(1);
  });

  const wrong = (launch: object): HttpReply => detail(1_000, { ...HONEST, ...launch });
  const html: HttpReply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
  const useless: readonly (readonly [string, (question: HttpQuestion) => HttpReply, string])[] = [
    [
      'stays behind',
      () => detail(900),
      'the mirror lags: it is at slot 900, the chain was read at slot 1000',
    ],
    ['answers for another slot', () => detail(1_001), 'answers for slot 1001 when asked for slot 1000'],
    [
      'lost the slot',
      (question) => (asOf(question) ? problem(410, 'Slot 1000 is lost.') : detail(1_001)),
      'HTTP 410: Slot 1000 is lost.',
    ],
    ['does not know the launch', () => problem(404, 'No launch 7.'), 'HTTP 404: No launch 7.'],
    ['is broken', () => problem(500, 'Oh\u001b[2J no'), 'HTTP 500: Oh [2J no'],
    ['answers HTML', () => html, 'answered with no JSON object with source and launch'],
    [
      'stamps no slot',
      () => ({ status: 200, body: '{"source":{},"launch":{}}' }),
      'no slot in source.last_indexed_slot',
    ],
    ['tells of another launch', () => wrong({ launch_id: '8' }), 'another launch in launch.launch_id'],
    ['rounds the total', () => wrong({ total_pledged: 600 }), 'no decimal string in launch.total_pledged'],
    ['gives no count', () => wrong({ pledger_count: '3' }), 'no whole number in launch.pledger_count'],
    ['gives no status', () => wrong({ status: 1 }), 'no text in launch.status'],
    ['gives no status code', () => wrong({ status_code: null }), 'no whole number in launch.status_code'],
    ['closes the connection', () => 'drop', 'cannot reach the mirror at http://127.0.0.1:'],
    ['never answers', () => 'hang', 'did not answer within 2 s'],
  ];

  test.each(useless)('%s: all its checks fail and say why', async (_what, answer, told) => {
    const { run } = await against(answer);
    expect(failedChecks(run)).toEqual(ALL);
    expect(run.stdout).toContain(told);
    expect(run).toMatchObject({ stderr: '', exit: 1 });
  });

  test('is part of the JSON report', async () => {
    const { run } = await against(() => wrong({ total_pledged: '601' }), '', '--json');
    const { checks, ok } = JSON.parse(run.stdout);
    expect(checks).toHaveLength(10);
    expect(checks[7]).toEqual({
      name: 'rest_mirror_total_pledged',
      ok: false,
      expected: '600',
      actual: '601',
      detail: 'the chain against the mirror, both at slot 1000',
    });
    expect(ok).toBe(false);
  });
});
