import { createHash } from 'node:crypto';
import { isLaunchlensError, LaunchlensError } from '../core/kernel/errors/error.ts';
import { pubkeyBytes } from '../core/kernel/pubkey.ts';
import { holdLease, INDEXER_LEASE } from '../core/olap/lease.ts';
import { migrate } from '../core/olap/migrate.ts';
import { readProgramMigrations } from '../core/olap/migrations/files.ts';
import type { Program } from '../idl/anchor/program.ts';
import { Auditor } from './audit/audit.ts';
import type { AuditedProgram } from './audit/ports.ts';
import { type BesideOptions, sliceSettings } from './audits.ts';
import { requireStream } from './chain-settings.ts';
import { ProgramDecoder } from './decode/program-decoder.ts';
import { nodeFilters, ProgramSelection } from './decode/program-selection.ts';
import { callSelection, TransactionDecoder } from './decode/transactions/transaction-decoder.ts';
import { type FollowOptions, follow, openSource, type RunningIndexer, requireChainAhead } from './follow.ts';
import { chainIdentity } from './identity.ts';
import { findProgramAccounts } from './model/find-accounts.ts';
import { requireSame, storedIdentity } from './model/identity.ts';
import { programTables } from './model/index-tables.ts';
import { ProgramAccounts } from './model/program-accounts.ts';
import type { KnownSource } from './pipeline/known-of-index.ts';
import { createStats } from './pipeline/stats.ts';
import { redecode } from './program-redecode.ts';
import { redecodeCalls } from './program-redecode-calls.ts';
import { adoptTypes, keepIdl } from './program-schema.ts';
import { sliceOffset } from './program-slices.ts';
import { RpcClient } from './source/rpc/client.ts';
import { StoredIndex } from './stored-index.ts';
import { fillTransactionGaps } from './transaction-gaps.ts';
import { compileCalls } from './write/call-codecs.ts';
import { compileTypes, ProgramRows } from './write/program-rows.ts';
import { type PrepareOptions, prepareIndex } from './write/resume.ts';
import { Writer } from './write/writer.ts';

export interface ProgramIndexOptions extends FollowOptions {
  readonly program: Program;
}

/**
 * Follows the accounts of one program into its own database, as `startIndexer` follows the launches.
 * @throws SETTING_MISSING, STORE_HELD, INDEX_IDENTITY_MISMATCH, PROGRAM_SELECTION_CHANGED, PROGRAM_COLUMN_CHANGED,
 * CHAIN_BEHIND_STORE and the errors of RPC and of the store
 */
export async function startProgramIndexer(options: ProgramIndexOptions): Promise<RunningIndexer> {
  const { program, settings, logger: log, shutdown, clock, rpcLimit: limit, command } = options;
  const logger = log.child({ program: program.name });
  const chain = requireStream(settings, command);
  const { INDEX_COMMITMENT: commitment } = settings;
  const olap = await options.olap.database(program.database);
  await migrate(olap, { logger, migrations: await readProgramMigrations() });
  const rpc = new RpcClient({ url: chain.rpcUrls, clock, limit });
  const { standby: wait = false, onStandby: onWait } = options;
  const lease = await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown, wait, onWait });
  const lanes = {
    kind: olap.kind,
    control: olap.control,
    scanner: olap.scanner,
    writer: lease.guard(olap.writer),
  };
  const idl = await adoptTypes(lanes.writer, program);

  const programId = program.address;
  const tables = programTables(program);
  const known = await chainIdentity(rpc, { settings, programId }, shutdown.signal);
  const identity = { ...known, idlHash: selectionHash(program) };
  const { start, ...state } = await prepared({ olap: lanes, identity, tables, clock, logger }, program);
  await requireChainAhead(rpc, { settings, stored: start.checkpoint?.slot, signal: shutdown.signal });

  const stats = createStats();
  stats.lastIndexedSlot = start.checkpoint?.slot;
  const calls = compileCalls(program, pubkeyBytes(programId));
  const codecs = { types: compileTypes(program.types), calls };
  const writer = new Writer({
    olap: lanes,
    clock,
    logger,
    commitment,
    tables,
    rows: () =>
      new ProgramRows(codecs, (rows) => {
        stats.quarantined += rows;
      }),
    start,
    onCheckpoint: (checkpoint) => {
      stats.lastIndexedSlot = checkpoint.slot;
      stats.checkpointAt = clock.now();
      options.onCheckpoint?.(checkpoint);
    },
  });
  const selection = new ProgramSelection(program);
  if (idl === 'newer' && start.checkpoint) {
    const reading = { scanner: lanes.scanner, writer, signal: shutdown.signal, logger };
    await redecode({ ...reading, selection, codecs: codecs.types });
    await redecodeCalls({ ...reading, selection: callSelection(program), codecs: calls });
  }
  if (idl !== 'kept') await keepIdl(lanes.writer, program, clock);
  const transactions = new TransactionDecoder(programId, callSelection(program));
  const filters = nodeFilters(program);
  const ready = {
    source: openSource(chain, { ...options, logger }),
    rpc,
    writer,
    decoder: new ProgramDecoder({ programId, selection, calls: transactions }),
    programId,
    filters,
    storesCalls: tables.flowLedger !== undefined,
    commitment,
    resume: start.checkpoint && { head: start.checkpoint.slot, ...state },
    known: {
      make: () => new ProgramAccounts(),
      find: (addresses, signal) => findProgramAccounts(olap.reader, addresses, signal),
      ...(options.remembered !== undefined && { capacity: options.remembered }),
    } satisfies KnownSource,
    index: new StoredIndex({ olap: lanes, writer, programId, tables, clock }),
    stats,
    lease,
    lanes,
    audited: { program: auditedProgram(program, selection) },
  };
  if (tables.flowLedger !== undefined) {
    const { signal } = shutdown;
    const gaps = { lane: lanes.scanner, ledger: rpc.ledger, writer, decoder: transactions };
    const filling = fillTransactionGaps({ ...gaps, programId, clock, logger, signal });
    shutdown.onClose('the filling of gaps in the transactions', () => filling);
  }
  return follow(ready, { ...options, logger });
}

/** What audits compare of a program. */
function auditedProgram(
  program: Program,
  selection: ProgramSelection = new ProgramSelection(program),
): AuditedProgram {
  const filters = nodeFilters(program);
  return {
    filters,
    sliceAt: sliceOffset(program, filters),
    follows: ({ owner, data }) =>
      owner === program.address && selection.typeOf(data, 0, data.length) !== undefined,
  };
}

/** What another selection left out would be missing. One that follows all instructions and events has always been the same. */
function selectionHash({ accounts, filters, selected: { instructions, events } }: Program): string {
  const selection = JSON.stringify({
    ...{ accounts: accounts?.toSorted() ?? null, filters },
    ...(instructions && { instructions: instructions.toSorted() }),
    ...(events && { events: events.toSorted() }),
  });
  return createHash('sha256').update(selection).digest('hex');
}

async function prepared(options: PrepareOptions, { name }: Program) {
  try {
    return await prepareIndex(options);
  } catch (error) {
    if (!isLaunchlensError(error, 'INDEX_IDL_CHANGED')) throw error;
    throw new LaunchlensError('PROGRAM_SELECTION_CHANGED', { name }, error);
  }
}

/**
 * An auditor of a program's index next to the process that writes it: it compares and repairs nothing.
 * @throws SETTING_MISSING, INDEX_IDENTITY_MISMATCH, PROGRAM_SELECTION_CHANGED and the errors of RPC and of the store
 */
export async function openProgramAuditor(options: BesideOptions, program: Program): Promise<Auditor> {
  const { settings, clock, command, signal, rpcLimit: limit } = options;
  const { rpcUrls } = requireStream(settings, command);
  const chain = new RpcClient({ url: rpcUrls, clock, limit, lane: 'jobs' });
  const olap = await options.olap.database(program.database);
  const programId = program.address;
  const stored = await storedIdentity(olap.scanner);
  const known = await chainIdentity(chain, { settings, programId }, signal);
  if (stored) requireSame(stored, { ...known, idlHash: selectionHash(program) });
  const commitment = settings.INDEX_COMMITMENT;
  const index = { lane: olap.scanner, programId, commitment, program: auditedProgram(program) };
  return new Auditor({ chain, index, ledger: olap.writer, clock, slices: sliceSettings(settings) });
}
