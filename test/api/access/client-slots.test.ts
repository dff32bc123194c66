import { describe, expect, test } from 'vitest';
import { ClientSlots } from '../../../api/access/client-slots.ts';

describe('slots', () => {
  test('leave room for others when one client has its share', () => {
    const slots = new ClientSlots({ total: 3, perClient: 2 });
    slots.take('2001:db8:1:2::1');
    slots.take('2001:db8:1:2::2');
    expect(slots.refusal('2001:db8:1:2::3')).toBe('client');
    expect(slots.refusal('2001:db8:1:3::1')).toBeUndefined();
    slots.take('198.51.100.7');
    expect(slots.refusal('198.51.101.7')).toBe('total');
  });

  test('bound larger networks too', () => {
    const slots = new ClientSlots({ total: 100, perClient: 1 });
    const taken = Array.from({ length: 20 }, (_, at) => `198.51.100.${at}`).filter((client) => {
      if (slots.refusal(client) !== undefined) return false;
      slots.take(client);
      return true;
    });
    expect(taken).toHaveLength(10);
  });

  test('come back once, however often they are given back', () => {
    const slots = new ClientSlots({ total: 2, perClient: 2 });
    const giveBack = slots.take('a');
    slots.take('a');
    giveBack();
    giveBack();
    expect(slots.taken).toBe(1);
    expect(slots.refusal('a')).toBeUndefined();
  });
});
