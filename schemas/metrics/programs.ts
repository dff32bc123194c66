import { counter, gauge } from './metric.ts';

/** The indexes of followed programs: served where they are written. */
export const PROGRAM_METRICS = {
  launchlens_program_last_indexed_slot: gauge(
    'Newest slot that the index of the program answers at.',
    'program',
  ),
  launchlens_program_lag_slots: gauge('Slots behind the chain.', 'program'),
  launchlens_program_checkpoint_age_seconds: gauge('Time since its indexer wrote a checkpoint.', 'program'),
  launchlens_program_verified_slot: gauge(
    'Newest slot at which an audit found all of its accounts equal.',
    'program',
  ),
  launchlens_program_unrepaired_accounts: gauge(
    'Accounts that its newest audit left different from the chain.',
    'program',
  ),
  launchlens_program_audit_seconds: gauge('How long its newest audit took.', 'program'),
  launchlens_program_account_updates_total: counter('Account updates read.', 'program'),
  launchlens_program_undecodable_total: counter('Account versions that did not decode.', 'program'),
  launchlens_program_gaps_total: counter(
    'Snapshots that left slots out; each gap is lost in coverage.',
    'program',
  ),
  launchlens_program_accounts_in_memory: gauge(
    'Accounts of which its indexer remembers what they are, and answers of the store about others.',
    'program',
  ),
  launchlens_program_looked_up_accounts_total: counter(
    'Its closed accounts that were looked up: found, or unknown to the index.',
    'program',
    'result',
  ),
  launchlens_program_lookup_retries_total: counter(
    'Lookups of its closed accounts that failed and were repeated.',
    'program',
  ),
  launchlens_program_rollbacks_total: counter('Rollbacks of a dead fork.', 'program'),
  launchlens_program_audits_total: counter('Audits.', 'program', 'verdict'),
} as const;
