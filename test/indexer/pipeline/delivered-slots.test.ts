import { expect, test } from 'vitest';
import { SlotBuffers } from '../../../indexer/model/slot-buffers.ts';
import { DeliveredSlots } from '../../../indexer/pipeline/delivered-slots.ts';
import { emptySlot, metaOf } from '../../support/slot-maker.ts';

test('the last slots of an earlier run take what is told of them once more, as nothing of it is held', () => {
  const tail = [...Array(20).keys()].map((index) => metaOf(BigInt(92 + index)));
  const left = new DeliveredSlots({
    resume: { head: 111n, launches: [], tail },
    mayDie: true,
    buffers: new SlotBuffers(),
  });
  expect(left.recent.get(95n)).toBeUndefined();
  expect(left.recent.get(96n)).toBeDefined();
  const last = left.recent.get(111n);
  expect(last?.buffer.rows).toBe(0);
  expect(last?.meta.blockTime).toBe(metaOf(111n).blockTime);
  left.recent.streamOpened();
  left.recent.changed(111n);
  expect(left.recent.blockArrived(111n)).toEqual([last]);
  expect([left.isEarlier(111n), left.isEarlier(112n)]).toEqual([true, false]);
  left.add(emptySlot(112n));
  expect(left.recent.get(111n)).toBe(last);
});

test('no slot between the two reads of a snapshot is one to go back to', () => {
  const options = { mayDie: true, buffers: new SlotBuffers() };
  const first = new DeliveredSlots({ resume: undefined, ...options });
  first.overtake(metaOf(234n), { keysSlot: 236n, unfinished: false });
  for (const slot of [235n, 236n, 237n]) first.add(emptySlot(slot));
  const answers = (left: DeliveredSlots) => [234n, 235n, 236n, 237n].map((slot) => left.answerable(slot));
  expect(answers(first)).toEqual([undefined, undefined, 236n, 237n]);

  const resume = { head: 150n, launches: [], tail: [metaOf(149n), metaOf(150n)] };
  const later = new DeliveredSlots({ resume, ...options });
  later.overtake(metaOf(234n), { keysSlot: 236n, unfinished: false });
  for (const slot of [235n, 236n, 237n]) later.add(emptySlot(slot));
  expect(answers(later)).toEqual([150n, 150n, 236n, 237n]);
  expect(later.answerable(149n)).toBe(149n);
});

test('of an earlier run no slot between the two reads of its snapshot is one to go back to either', () => {
  const tail = [150n, 234n, 235n, 236n].map((slot) => ({
    ...metaOf(slot),
    noReturn: slot === 234n || slot === 235n,
  }));
  const resume = { head: 236n, launches: [], tail };
  const left = new DeliveredSlots({
    resume,
    mayDie: true,
    buffers: new SlotBuffers(),
  });
  expect([234n, 235n, 236n].map((slot) => left.answerable(slot))).toEqual([150n, 150n, 236n]);
  expect(left.tail.status({ slot: 236n, parent: undefined, status: 'dead' })).toMatchObject({ to: 150n });
});

test('a slot that a stream brings after a snapshot was taken back is one to go back to', () => {
  const resume = { head: 150n, launches: [], tail: [metaOf(150n)] };
  const left = new DeliveredSlots({
    resume,
    mayDie: true,
    buffers: new SlotBuffers(),
  });
  left.overtake(metaOf(234n), { keysSlot: 236n, unfinished: false });
  for (const slot of [235n, 236n]) left.add(emptySlot(slot));
  left.rewind(resume);
  for (const slot of [233n, 234n, 235n]) left.add(emptySlot(slot));
  expect([233n, 234n, 235n].map((slot) => left.answerable(slot))).toEqual([233n, 234n, 235n]);
});

test('an earlier snapshot keeps its slots from being gone back to when another follows', () => {
  const resume = { head: 150n, launches: [], tail: [metaOf(150n)] };
  const left = new DeliveredSlots({
    resume,
    mayDie: true,
    buffers: new SlotBuffers(),
  });
  left.overtake(metaOf(200n), { keysSlot: 202n, unfinished: false });
  for (const slot of [201n, 202n]) left.add(emptySlot(slot));
  left.overtake(metaOf(234n), { keysSlot: 235n, unfinished: false });
  left.add(emptySlot(235n));
  expect([201n, 202n, 234n, 235n].map((slot) => left.answerable(slot))).toEqual([150n, 202n, 202n, 235n]);
});

test('slots to which a write may still come late are in doubt, whether this run or an earlier one indexed them', () => {
  const options = { mayDie: true, buffers: new SlotBuffers() };
  const tail = [100n, 110n, 116n, 117n, 120n].map((slot) => metaOf(slot));
  const left = new DeliveredSlots({ resume: { head: 120n, launches: [], tail }, ...options });
  const doubted = () => left.doubted.map(({ slot }) => slot);
  expect(doubted()).toEqual([110n, 116n, 117n, 120n]);
  for (const slot of [130n, 131n]) left.add(emptySlot(slot));
  expect(doubted()).toEqual([116n, 117n, 120n, 130n, 131n]);
  left.tail.status({ slot: 120n, parent: undefined, status: 'finalized' });
  expect(doubted()).toEqual([120n, 130n, 131n]);
});

test('nothing that leaves only when it is final is in doubt', () => {
  const resume = { head: 101n, launches: [], tail: [metaOf(100n), metaOf(101n)] };
  const options = { mayDie: false, buffers: new SlotBuffers() };
  const left = new DeliveredSlots({ resume, ...options });
  left.add(emptySlot(102n));
  expect(left.doubted).toEqual([]);
});

test('what is not proven is lost with the slots that a snapshot overtakes, and none to go back to', () => {
  const tail = [148n, 149n, 150n].map((slot) => metaOf(slot));
  const resume = { head: 150n, launches: [], flowsFrom: 120n, tail };
  const left = new DeliveredSlots({
    resume,
    mayDie: true,
    buffers: new SlotBuffers(),
  });
  const overtaken = left.overtake(metaOf(234n), { keysSlot: 236n, unfinished: false, unproven: 149n });
  expect(overtaken).toEqual({
    lost: { from: 149n, to: 235n },
    flows: [
      { from: 120n, to: 148n },
      { from: 235n, to: undefined },
    ],
  });
  expect([149n, 150n].map((slot) => left.answerable(slot))).toEqual([148n, 148n]);
  left.abandonSnapshot();
  expect([left.head, left.answerable(150n)]).toEqual([150n, 150n]);
  expect(left.doubted.map(({ slot }) => slot)).toEqual([148n, 149n, 150n]);
});

test('a slot that both reads of a snapshot were of is not in doubt, in this run or a later one', () => {
  const options = { mayDie: true, buffers: new SlotBuffers() };
  const doubted = (left: DeliveredSlots) => left.doubted.map(({ slot }) => slot);
  const left = new DeliveredSlots({ resume: undefined, ...options });
  left.overtake(metaOf(234n), { keysSlot: 234n, unfinished: false });
  left.add(emptySlot(235n));
  expect(doubted(left)).toEqual([235n]);

  const tail = [{ ...metaOf(234n), readWhole: true }, metaOf(235n)];
  expect(doubted(new DeliveredSlots({ resume: { head: 235n, launches: [], tail }, ...options }))).toEqual([
    235n,
  ]);

  const apart = new DeliveredSlots({ resume: undefined, ...options });
  apart.overtake(metaOf(234n), { keysSlot: 235n, unfinished: false });
  apart.add(emptySlot(235n));
  expect(doubted(apart)).toEqual([235n]);
});
