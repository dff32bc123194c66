import { describe, expect, test } from 'vitest';
import { type HttpQuestion, type HttpReply, startScriptedHttp } from '../support/scripted-http.ts';
import { ALICE, BOB } from '../support/verifier/fake-launch.ts';
import {
  activeBody,
  type MirrorBody,
  mirrorReply,
  succeededBody,
} from '../support/verifier/honest-mirror.ts';
import { STATUS, seededAddress, testKey } from '../support/verifier/launch-bytes.ts';
import { failedChecks, stage } from '../support/verifier/stage.ts';

const ALL = [
  'rest_mirror_total_pledged',
  'rest_mirror_pledger_count',
  'rest_mirror_status',
  'rest_mirror_source',
  'rest_mirror_accounts',
  'rest_mirror_terms',
  'rest_mirror_balances',
  'rest_mirror_settlement',
  'rest_mirror_pledges',
];

/** The honest mirror at `slot`, told what to change. */
function serving(change: (body: MirrorBody) => void = () => undefined, slot = 1_000) {
  const body = activeBody();
  body.source.last_indexed_slot = slot;
  change(body);
  return (question: HttpQuestion) => mirrorReply(body, question);
}

const problem = (status: number, text: string): HttpReply => ({
  status,
  body: JSON.stringify({ detail: text }),
});
const asOf = ({ path }: HttpQuestion) => new URL(path, 'http://mirror').searchParams.get('as_of_slot');
const isDetail = ({ path }: HttpQuestion) => !path.includes('pledges');

/** Verifies the fake launch, which the chain holds at slot 1000, against a mirror that answers like this. */
async function against(answer: (question: HttpQuestion) => HttpReply, suffix = '', ...more: string[]) {
  await using given = await stage();
  await using mirror = await startScriptedHttp(answer);
  const run = await given.verify('--timeout', '2', '--api', `${mirror.url}${suffix}`, ...more);
  return { run, questions: [...mirror.questions] };
}

describe('a mirror that agrees with the chain', () => {
  test.each([
    ['its host', '', ''],
    ['its base address', '/api/v1', ''],
    ['its base address with a slash', '/api/v1/', ''],
    ['a prefix of a proxy', '/launch', '/launch'],
  ])('is found by %s', async (_what, suffix, prefix) => {
    const { run, questions } = await against(serving(), suffix);
    const launch = `${prefix}/api/v1/ilo/launches/7`;
    expect(questions.map(({ path }) => path)).toEqual([
      `${launch}/`,
      `${launch}/pledges.ndjson?as_of_slot=1000`,
    ]);
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('All 19 checks hold at slot 1000.');
    for (const name of ALL) expect(run.stdout).toContain(`OK    ${name} `);
    expect(run.exit).toBe(0);
  });

  test('is waited for while it is behind', async () => {
    let slot = 997;
    const { run, questions } = await against((question) =>
      serving(undefined, isDetail(question) ? ++slot : slot)(question),
    );
    expect(run.exit).toBe(0);
    expect(questions.filter(isDetail)).toHaveLength(3);
  });

  test('is asked for the slot of the chain when it is ahead', async () => {
    const later = serving(({ launch }) => Object.assign(launch, { total_pledged: '700' }), 1_007);
    const { run, questions } = await against((question) => (asOf(question) ? serving() : later)(question));
    expect(failedChecks(run)).toEqual([]);
    expect(questions.map(asOf)).toEqual([null, '1000', '1000']);
  });

  test('is compared at a later slot where it does not hold the slot that was read first', async () => {
    await using given = await stage();
    await using mirror = await startScriptedHttp((question) => {
      given.node.chain.slot = 1_004;
      if (asOf(question) === '1000') return problem(410, 'Slot 1000 is lost.');
      return serving(undefined, 1_004)(question);
    });
    const run = await given.verify('--timeout', '2', '--api', mirror.url);
    expect(run.stdout).toContain('All 19 checks hold at slot 1004.');
  });

  test('is asked again when it limits the rate', async () => {
    let asked = 0;
    const limit: HttpReply = { status: 429, headers: { 'retry-after': '0' }, body: '' };
    const { run } = await against((question) => (asked++ === 0 ? limit : serving()(question)));
    expect(run.exit).toBe(0);
  });

  test('may write times of 64 bits, which are compared with all their digits', async () => {
    const endTs = 2n ** 63n - 1n;
    const exact = (digits: string) => (question: HttpQuestion) => {
      const reply = serving(({ launch }) => Object.assign(launch, { end_ts: 'END' }))(question);
      return typeof reply === 'string' ? reply : { ...reply, body: reply.body.replace('"END"', digits) };
    };
    await using given = await stage({ terms: { endTs } });
    for (const [digits, exit] of [
      [`${endTs}`, 0],
      [`${endTs - 1n}`, 1],
    ] as const) {
      await using mirror = await startScriptedHttp(exact(digits));
      const run = await given.verify('--api', mirror.url);
      expect(run.exit).toBe(exit);
    }
  });
});

describe('a mirror that does not agree', () => {
  const lies: readonly (readonly [string, (body: MirrorBody) => void, string, string])[] = [
    ['total', ({ launch }) => (launch.total_pledged = '601'), 'total_pledged', 'expected 600, found 601'],
    [
      'total, rounded',
      ({ launch }) => (launch.total_pledged = 600),
      'total_pledged',
      'expected 600 (string), found 600 (number)',
    ],
    ['count', ({ launch }) => (launch.pledger_count = 2), 'pledger_count', 'expected 3, found 2'],
    [
      'count, left out',
      ({ launch }) => delete launch.pledger_count,
      'pledger_count',
      'expected 3, found nothing',
    ],
    [
      'status',
      ({ launch }) => Object.assign(launch, { status: 'succeeded', status_code: 2 }),
      'status',
      'expected active (1), found succeeded (2)',
    ],
    ['status code alone', ({ launch }) => (launch.status_code = 2), 'status', 'active (1), found active (2)'],
    [
      'status with escape codes',
      ({ launch }) => (launch.status = '\u001b[2J'),
      'status',
      'found "\\u001b[2J" (1)',
    ],
    [
      'cluster',
      ({ source }) => (source.cluster = 'mainnet-beta'),
      'source',
      'expected source cluster localnet, found mainnet-beta',
    ],
    ['program', ({ source }) => (source.program_id = ALICE.toBase58()), 'source', 'source program_id'],
    [
      'clock',
      ({ source }) => (source.slot_time = '2026-09-21T15:36:41Z'),
      'source',
      'expected source slot_time 2026-09-21T15:36:40Z, found 2026-09-21T15:36:41Z',
    ],
    ['address', ({ launch }) => (launch.address = ALICE.toBase58()), 'accounts', 'expected address'],
    ['launch mint', ({ launch }) => (launch.launch_mint = ALICE.toBase58()), 'accounts', 'launch_mint'],
    ['vault', ({ launch }) => (launch.launch_vault = ALICE.toBase58()), 'accounts', 'launch_vault'],
    [
      'link to the escrow',
      ({ launch }) =>
        Object.assign(launch.explorer as object, { escrow_token_account: 'https://x.example/a' }),
      'accounts',
      'expected explorer escrow_token_account a link to',
    ],
    ['phase', ({ launch }) => (launch.phase = 'failed'), 'terms', 'expected phase active, found failed'],
    ['minimum', ({ launch }) => (launch.min_raise = '1'), 'terms', 'expected min_raise 500, found 1'],
    [
      'cliff',
      ({ launch }) => (launch.release_cliff_seconds = 0),
      'terms',
      'release_cliff_seconds 100, found 0',
    ],
    ['escrow', ({ launch }) => (launch.escrow_balance = '601'), 'balances', 'escrow_balance 600, found 601'],
    [
      'missing escrow',
      ({ launch }) => (launch.escrow_balance = null),
      'balances',
      'escrow_balance 600, found null',
    ],
    [
      'vault balance',
      ({ launch }) => (launch.vault_balance = '0'),
      'balances',
      'vault_balance 1000000, found 0',
    ],
    [
      'last change',
      ({ launch }) => (launch.updated_slot = 1_001),
      'balances',
      'expected updated_slot a slot up to 1000, found 1001',
    ],
    [
      'settlement, which there is not yet',
      (body) => Object.assign(body, { settlement: { outcome: 'succeeded' } }),
      'settlement',
      'expected nothing, found an object',
    ],
    [
      'amount of a pledge',
      ({ pledges }) => Object.assign(pledges[1] ?? {}, { amount: '201' }),
      'pledges',
      `expected pledge ${seededAddress('pledge', 7n, BOB.toBytes()).toBase58()} amount 200, found 201`,
    ],
    ['pledges, one left out', ({ pledges }) => pledges.pop(), 'pledges', 'number of pledges 3, found 2'],
    [
      'pledges, one made up',
      ({ pledges }) => pledges.push({ ...pledges[0], pledge_address: testKey('ghost').toBase58() }),
      'pledges',
      'number of pledges 3, found 4',
    ],
  ];

  test.each(lies)('fails the check of its %s', async (_what, lie, name, told) => {
    const { run } = await against(serving((body) => void lie(body)));
    expect(failedChecks(run)).toEqual([`rest_mirror_${name}`]);
    expect(run.stdout).toContain(told);
    expect(run.exit).toBe(1);
  });

  const html: HttpReply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
  const useless: readonly (readonly [string, (question: HttpQuestion) => HttpReply, string])[] = [
    [
      'stays behind',
      serving(undefined, 900),
      'the mirror lags: it is at slot 900, the chain was read at slot 1000',
    ],
    ['answers for another slot', serving(undefined, 1_001), 'answers for slot 1001 when asked for slot 1000'],
    [
      'lost the slot, on a node that does not move on',
      (question) =>
        asOf(question) ? problem(410, 'Slot 1000 is lost.') : serving(undefined, 1_001)(question),
      'HTTP 410: Slot 1000 is lost.',
    ],
    ['does not know the launch', () => problem(404, 'No launch 7.'), 'HTTP 404: No launch 7.'],
    ['is broken', () => problem(500, 'Oh\u001b[2J no'), 'HTTP 500: Oh [2J no'],
    ['answers HTML', () => html, 'answered with no JSON object with source and launch'],
    [
      'stamps no slot',
      serving(({ source }) => delete source.last_indexed_slot),
      'no slot in source.last_indexed_slot',
    ],
    [
      'answers for another launch',
      serving(({ launch }) => Object.assign(launch, { launch_id: '8' })),
      'another launch in launch.launch_id',
    ],
    ['closes the connection', () => 'drop', 'cannot reach the mirror at http://127.0.0.1:'],
    ['never answers', () => 'hang', 'did not answer within 2 s'],
  ];

  test.each(useless)('%s: all its checks fail and say why', async (_what, answer, told) => {
    const { run } = await against(answer);
    expect(failedChecks(run)).toEqual(ALL);
    expect(run.stdout).toContain(told);
    expect(run).toMatchObject({ stderr: '', exit: 1 });
  });

  test('fails the check of pledges alone where it does not list them', async () => {
    const { run } = await against((question) =>
      isDetail(question) ? serving()(question) : problem(404, 'No such path.'),
    );
    expect(failedChecks(run)).toEqual(['rest_mirror_pledges']);
    expect(run.stdout).toContain('HTTP 404: No such path.');
  });

  test('is part of the JSON report', async () => {
    const { run } = await against(
      serving(({ launch }) => Object.assign(launch, { total_pledged: '601' })),
      '',
      '--json',
    );
    const { checks, ok } = JSON.parse(run.stdout);
    expect(checks).toHaveLength(19);
    expect(checks[10]).toEqual({
      name: 'rest_mirror_total_pledged',
      ok: false,
      expected: '600',
      actual: '601',
      detail: 'the chain against the mirror, both at slot 1000',
    });
    expect(ok).toBe(false);
  });
});

describe('a mirror of a launch that succeeded', () => {
  /** Verifies Alice's part of the launch, half of it unlocked. */
  async function verifySucceeded(change: (body: MirrorBody) => void) {
    const body = succeededBody();
    change(body);
    await using given = await stage({ terms: { status: STATUS.succeeded } });
    given.node.chain.blockTime = 1_790_020_500;
    await using mirror = await startScriptedHttp((question) => mirrorReply(body, question));
    const run = await given.verify('--api', mirror.url, '--wallet', ALICE.toBase58());
    return { run, first: mirror.questions[0]?.path };
  }

  test('is asked for the wallet and compared in every figure of it', async () => {
    const { run, first } = await verifySucceeded(() => undefined);
    expect(first).toContain(`wallet=${ALICE.toBase58()}`);
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('All 20 checks hold');
  });

  const lies: readonly (readonly [string, (body: MirrorBody) => void, string, string])[] = [
    [
      'claimable amount',
      ({ wallet }) => Object.assign(wallet?.allocation as object, { claimable: '83334' }),
      'wallet',
      'expected wallet allocation claimable 83333, found 83334',
    ],
    [
      'wallet',
      ({ wallet }) => Object.assign(wallet ?? {}, { wallet: BOB.toBase58() }),
      'wallet',
      'wallet wallet',
    ],
    ['wallet, left out', (body) => delete body.wallet, 'wallet', 'expected an object, found nothing'],
    [
      'refund, which nobody is owed',
      ({ wallet }) => Object.assign(wallet ?? {}, { refund: { amount: '100', refunded: false } }),
      'wallet',
      'expected wallet refund nothing, found an object',
    ],
    [
      'dust',
      ({ settlement }) => Object.assign(settlement ?? {}, { dust: '0' }),
      'settlement',
      'expected settlement dust 1, found 0',
    ],
    [
      'unlocked share',
      ({ settlement }) => Object.assign(settlement?.release as object, { unlocked_bps: 5_001 }),
      'settlement',
      'expected settlement release unlocked_bps 5000, found 5001',
    ],
    [
      'vault that is called short',
      ({ settlement }) => Object.assign(settlement?.vault as object, { covers_owed: false }),
      'settlement',
      'expected settlement vault covers_owed true, found false',
    ],
    [
      'pledge window',
      ({ launch }) => Object.assign(launch, { pledge_window: 'awaiting_finalization' }),
      'terms',
      'pledge_window closed, found awaiting_finalization',
    ],
    [
      'decimals of the pledge mint',
      ({ launch }) => Object.assign(launch, { pledge_mint_decimals: 9 }),
      'terms',
      'pledge_mint_decimals 6, found 9',
    ],
    [
      'link to the Pledge',
      ({ wallet }) =>
        Object.assign(wallet?.explorer as object, { pledge: 'https://explorer.solana.com/address/x' }),
      'wallet',
      'expected wallet explorer pledge',
    ],
    ['settlement, left out', (body) => delete body.settlement, 'settlement', 'found nothing'],
  ];

  test.each(lies)('fails the check of the %s', async (_what, lie, name, told) => {
    const { run } = await verifySucceeded((body) => void lie(body));
    expect(failedChecks(run)).toEqual([`rest_mirror_${name}`]);
    expect(run.stdout).toContain(told);
  });
});
