import { describe, expect, test } from 'vitest';
import { nextStep } from '../../../indexer/pipeline/next-step.ts';

const missing = { kind: 'missing', head: 10n, slot: 15n, parent: 14n } as const;

describe('after the end of a stream', () => {
  test('a lost connection is resumed with backoff, however often', () => {
    for (const attempts of [0, 1, 100]) {
      expect(nextStep({ kind: 'frozen', detail: '' }, attempts, true)).toEqual({
        kind: 'resume',
        afterBackoff: true,
      });
      expect(nextStep({ kind: 'disconnected', detail: '' }, attempts, true)).toEqual({
        kind: 'resume',
        afterBackoff: true,
      });
    }
  });

  test('a read at a slot that died is made again', () => {
    expect(nextStep({ kind: 'stranded', detail: '' }, 0, true)).toEqual({
      kind: 'resume',
      afterBackoff: true,
    });
  });

  test('a discovered launch resumes at once', () => {
    expect(nextStep({ kind: 'discovered' }, 0, true)).toEqual({ kind: 'resume', afterBackoff: false });
  });

  test('a window that has passed is closed by a snapshot at once', () => {
    const end = { kind: 'out_of_range', detail: 'too old', firstAvailable: 90n } as const;
    expect(nextStep(end, 0, true)).toEqual({ kind: 'splice', cause: 'too old' });
  });

  test('a server with nothing to replay is asked again before a snapshot is taken', () => {
    const end = { kind: 'replay_unavailable', detail: 'failed to get replay response' } as const;
    expect(nextStep(end, 3, true).kind).toBe('resume');
    expect(nextStep(end, 4, true).kind).toBe('splice');
  });

  test('missing slots are asked for again before a snapshot is taken', () => {
    expect(nextStep({ kind: 'broken', chain: missing }, 0, true).kind).toBe('resume');
    expect(nextStep({ kind: 'broken', chain: missing }, 4, true)).toEqual({
      kind: 'splice',
      cause: 'slots between 10 and 15 never came',
    });
  });

  test('a fork is rolled back at once', () => {
    const fork = { to: 9n, cause: 'slot 12 builds on 9' };
    expect(nextStep({ kind: 'forked', fork }, 0, true)).toEqual({ kind: 'roll_back', fork });
  });

  test('a refusal stops an empty index with what the server said, and is retried while there is something to answer', () => {
    const refused = { kind: 'refused', detail: 'No valid auth token' } as const;
    const step = nextStep(refused, 0, false);
    expect(step.kind === 'fail' && step.error).toMatchObject({
      code: 'STREAM_REFUSED',
      context: { detail: 'No valid auth token' },
    });
    expect(nextStep(refused, 0, true)).toEqual({ kind: 'resume', afterBackoff: true });
  });
});
