import { expect, test } from 'vitest';
import { renderReport, renderStep } from '../../../cli/audit/render.ts';
import { exitCodeOf, reportOf, stepLine } from '../../../cli/audit/report.ts';
import type { AuditOutcome } from '../../../indexer/audit/outcome.ts';
import type { PaidFacts } from '../../../indexer/audit/paid-facts.ts';
import { auditReport, auditStep } from '../../../schemas/cli/audit-report.ts';

const SIGNATURE = '5'.repeat(88);
const digest = Buffer.alloc(32);
const outcome: AuditOutcome = {
  ...{
    slot: 7n,
    launchId: undefined,
    verdict: 'equal',
    accounts: 3,
    chainDigest: digest,
    indexDigest: digest,
  },
  ...{
    differences: [],
    repaired: new Set(),
    launches: [],
    paidFacts: undefined,
    reason: undefined,
    revision: 1n,
  },
  startedAt: 0,
  finishedAt: 1,
};
const report = (facts: Partial<PaidFacts>, changes: Partial<AuditOutcome> = {}) => {
  const paidFacts: PaidFacts = { checked: true, facts: 8, unjudged: 0, differences: [], ...facts };
  return auditReport.parse(reportOf({ ...outcome, paidFacts, ...changes }));
};
const wrong = { differences: [{ recordId: 1n, txSignature: SIGNATURE }] };

test.each([
  ['all payments were judged and are right', report({}), 0],
  ['a payment could not be judged', report({ unjudged: 1 }), 2],
  ['no treasury is configured and payments are told', report({ checked: false, unjudged: 8 }), 2],
  ['no treasury is configured and no payment is told', report({ checked: false, facts: 0 }), 0],
  ['a payment is not borne out', report(wrong), 1],
  ['one payment is wrong and another could not be judged', report({ ...wrong, unjudged: 1 }), 1],
  ['the index differs', report({ unjudged: 1 }, { verdict: 'different' }), 1],
  ['nothing was compared', report({}, { verdict: 'failed', reason: 'no node' }), 2],
])('An audit in which %s ends with its code', (_, made, code) => {
  expect(exitCodeOf(made)).toBe(code);
});

test('An audit says how many payments were judged and how many were not', () => {
  const said = report({ unjudged: 3 });
  expect(said.paid_facts).toMatchObject({ facts: 8, judged: 5, unjudged: 3 });
  expect(renderReport(said)).toContain('8 payments reported, 5 checked, 3 not');
  expect(renderReport(report({ checked: false, unjudged: 8 }))).toContain(
    '8 payments reported, 0 checked, 8 not',
  );
});

test('An audit of a program names it and says nothing of launches', () => {
  const said = auditReport.parse(reportOf(outcome, 'vault'));
  expect(said).toMatchObject({ program: 'vault', launch_id: null, invariants: null });
  expect(renderReport(said)).toMatch(/^Every account of vault against the chain at slot 7\n/);
  expect(renderReport(said)).not.toMatch(/launch|escrow|index against/i);
  expect([exitCodeOf(said), exitCodeOf({ ...said, verdict: 'different' })]).toEqual([0, 1]);
});

test('An audit in slices says so, with its requests, its time and what changed meanwhile', () => {
  const inSlices = { requests: 1_102, bracketed: 1 };
  const said = auditReport.parse(reportOf({ ...outcome, inSlices, finishedAt: 110_240 }));
  expect(renderReport(said)).toContain('slices     1,102 requests in 110.2 s; 1 account changed meanwhile\n');
  expect(renderReport(report({}))).not.toContain('slices');
  const step = { step: 'reading', slot: undefined, requests: { done: 3, of: 551 } } as const;
  expect(renderStep(auditStep.parse(stepLine(step)))).toBe('reading the chain in slices: 3 of 551…');
});
