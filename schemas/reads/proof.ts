import * as proof from '../rest/proof.ts';
import { account, freshness, page } from './arguments.ts';
import type { ReadShape } from './read.ts';

const { min_slot, max_lag_slots } = freshness;

/** The reads that say how far the index can be trusted. */
export const PROOF_READS = {
  listCoverage: {
    path: '/ilo/coverage/',
    title: 'List covered slots',
    description:
      'How each range of slots was indexed: streamed, by snapshot, lost or repaired, newest first. Requests for a slot in `lost`, or before `first_slot`, are refused.',
    arguments: page,
    answer: proof.coverageAnswer,
    shapes: { CoverageRange: proof.coverageRange, CoverageAnswer: proof.coverageAnswer },
    tool: 'list_coverage',
  },
  listAudits: {
    path: '/ilo/audits/',
    title: 'List audits',
    description:
      'Comparisons of the index with the chain, greatest slot first: how many accounts were compared byte for byte, the verdict, and the digests of both sides.',
    arguments: page,
    answer: proof.auditListAnswer,
    shapes: { Audit: proof.audit, AuditListAnswer: proof.auditListAnswer },
    tool: 'list_audits',
  },
  verifyAccount: {
    path: '/ilo/accounts/{pubkey}/verification/',
    title: 'Verify an account',
    description:
      'Reads one launch, pledge, escrow, vault or mint account from the chain now and compares it byte for byte with the index at the same slot. Use it when an answer must be certain. The answer shows both states, so anyone can compare with another node.',
    arguments: { pubkey: account, min_slot, max_lag_slots },
    answer: proof.verificationAnswer,
    shapes: { AccountState: proof.accountState, VerificationAnswer: proof.verificationAnswer },
    example: { differences: [] },
    missing: true,
    tool: 'verify_account',
  },
} as const satisfies Readonly<Record<string, ReadShape>>;
