import { describe, expect, test } from 'vitest';
import { ClientTime } from '../../../../api/access/history/client-time.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const HERE = '198.51.100.7';

describe('the time of a client', () => {
  const open = () => {
    const clock = manualClock();
    const time = new ClientTime({ clock, burstMs: 60_000, regained: 0.5, networks: 100 });
    return { clock, time, leave: time.enter('192.0.2.1') };
  };

  test('is used up after its burst, and comes back bit by bit', () => {
    const { clock, time } = open();
    time.add(HERE, 59_999);
    expect(time.secondsLeft(HERE)).toBe(0);
    time.add(HERE, 10_001);
    expect(time.secondsLeft(HERE)).toBe(20);
    clock.advance(19_000);
    expect(time.secondsLeft(HERE)).toBe(1);
    clock.advance(1_001);
    expect(time.secondsLeft(HERE)).toBe(0);
    clock.advance(1_000_000);
    expect(time.load(HERE)).toBe(0);
  });

  test('counts an IPv6 /64 as one client, and leaves other networks theirs', () => {
    const { time } = open();
    for (let host = 1; host <= 4; host += 1) time.add(`2001:db8:1:2::${host}`, 15_000);
    expect(time.secondsLeft('2001:db8:1:2::ffff')).toBe(1);
    expect(time.secondsLeft('2001:db8:1:3::1')).toBe(0);
    expect(time.secondsLeft(HERE)).toBe(0);
  });

  test('is not bounded while nobody else reads', () => {
    const { time, leave } = open();
    time.add(HERE, 70_000);
    time.enter(HERE);
    expect(time.secondsLeft(HERE)).toBe(20);
    leave();
    expect(time.secondsLeft(HERE)).toBe(0);
    time.enter('192.0.2.1');
    expect(time.secondsLeft(HERE)).toBe(20);
  });

  test('bounds a larger network at a multiple', () => {
    const { time } = open();
    for (let host = 1; host <= 11; host += 1) time.add(`198.51.100.${host}`, 55_000);
    expect(time.load('198.51.100.250')).toBeCloseTo((11 * 55) / 600);
    expect(time.secondsLeft('198.51.100.250')).toBe(1);
    expect(time.secondsLeft('198.51.101.1')).toBe(0);
  });
});
