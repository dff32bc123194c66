import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { VAULT_PROGRAM } from '../../../fixtures/localnet/keys/well-known.ts';
import { chainHistory, hexOf } from '../../support/chain/chain-state.ts';
import { type Bound, indexCoverage } from '../../support/index-check/index-state.ts';
import { indexed, onChain, type Told, vault } from '../../support/vault.ts';
import { callDifferences } from './calls.ts';
import { knownBy, slotDifferences } from './checkpointed.ts';
import { coverageFaults } from './coverage.ts';
import { boundOf, type Examination, type ExamineOptions, lostSlots, unrecorded } from './examine.ts';

const PROGRAM = vault();
/** Each stream that does not reach back far enough leaves some slots without their transactions, until blocks bring them. */
const MOST_DOUBTED = 48;

type ProgramOptions = Pick<ExamineOptions, 'olap' | 'chain'>;

/** What a dead process left of the program's index: the state at its slot. */
export async function programSoundness(
  options: ProgramOptions,
): Promise<{ readonly bound: Bound | undefined; readonly differences: readonly string[] }> {
  const olap = await options.olap.database(PROGRAM.database);
  const bound = await boundOf(olap.scanner);
  if (!bound) return { bound, differences: [] };
  const known = knownBy(await indexCoverage(olap.scanner, bound), bound);
  const differences = known.is(bound.slot)
    ? await stateDifferences({ ...options, olap }, bound, bound.slot)
    : [`the checkpoint is at slot ${bound.slot}, which coverage does not call known`];
  const calls = await callDifferences(olap.scanner, options.chain, bound);
  return {
    bound,
    differences: [...differences, ...(await doubles(olap.scanner, bound)), ...calls.differences],
  };
}

/** Compares the program's index with the chain's own store, at every slot that it calls known. */
export async function examineProgram({
  olap: store,
  chain,
  allowed,
  stepsBack,
}: Pick<ExamineOptions, 'olap' | 'chain' | 'allowed' | 'stepsBack'>): Promise<Examination> {
  const olap = await store.database(PROGRAM.database);
  const lane = olap.scanner;
  const bound = await boundOf(lane);
  if (!bound) return { bound, differences: ['there is no checkpoint'], slots: 0, rows: 0, lostSlots: 0 };
  const coverage = await indexCoverage(lane, bound);
  const known = knownBy(coverage, bound);
  const differences = [...coverageFaults(coverage, allowed), ...(await doubles(lane, bound))];
  let slots = 0;
  let rows = 0;
  for (let slot = known.first; slot <= bound.slot; slot += 1n) {
    if (!known.is(slot)) continue;
    slots += 1;
    rows += onChain(chain, PROGRAM, slot).size;
    differences.push(...(await stateDifferences({ olap, chain }, bound, slot)));
  }
  const within = (slot: bigint): boolean => slot <= bound.slot && known.streamed(slot);
  const calls = await callDifferences(lane, chain, bound);
  const unseen = slotsFrom(known.first, bound.slot).filter((slot) => within(slot) && !calls.isSeen(slot));
  if (unseen.length > MOST_DOUBTED) differences.push(`the transactions of slots ${unseen} were not seen`);
  differences.push(
    ...calls.differences,
    ...(await versionDifferences(lane, chain, bound, within)),
    ...(await slotDifferences({
      olap,
      chain,
      index: { bound, first: known.first, known: known.is },
      last: bound.slot,
    })),
    ...(await unrecorded(lane, stepsBack)),
  );
  return { bound, differences, slots, rows: rows + calls.rows, lostSlots: lostSlots(coverage) };
}

function slotsFrom(first: bigint, last: bigint): readonly bigint[] {
  return Array.from({ length: Math.max(0, Number(last - first) + 1) }, (_, at) => first + BigInt(at));
}

async function stateDifferences(
  { olap, chain }: ProgramOptions,
  { revision }: Bound,
  slot: bigint,
): Promise<string[]> {
  const [wanted, found] = [onChain(chain, PROGRAM, slot), await indexed(olap, slot, revision)];
  return [...new Set([...wanted.keys(), ...found.keys()])]
    .filter((address) => describe(found.get(address)) !== describe(wanted.get(address)))
    .map(
      (address) =>
        `slot ${slot}: ${address} is ${describe(found.get(address))} in the index and ${describe(wanted.get(address))} on chain`,
    );
}

function describe(told: Told | undefined): string {
  return told ? `${told.type} ${told.undecodable} ${told.lamports} ${told.data}` : 'nothing';
}

const versionRow = z.object({
  address: z.string(),
  slot: unsignedColumn,
  lamports: unsignedColumn,
  version: unsignedColumn,
  data: z.string(),
});

/** Over streamed slots, a row for each account and slot in which it changed, with the last write's version, and no other. */
async function versionDifferences(
  lane: OlapLane,
  chain: Chain,
  { slot: last, revision }: Bound,
  within: (slot: bigint) => boolean,
): Promise<string[]> {
  const sql = `SELECT lower(hex(row.address)) AS address, slot, if(closed = 1, 0, lamports) AS lamports,
      write_version AS version, if(closed = 1, '', lower(hex(row.data))) AS data
    FROM (SELECT * FROM account_versions WHERE slot <= {last:UInt64} AND revision <= {revision:UInt64}
      ORDER BY address, slot, revision DESC LIMIT 1 BY address, slot) AS row`;
  const rows = await lane.query({ sql, parameters: { last, revision } }, versionRow);
  const found = Map.groupBy(rows, ({ address }) => address);
  return [...addressesOf(chain, last)].flatMap((address) => {
    const told = new Map(
      (found.get(address) ?? []).map((row) => [row.slot, `${row.lamports} ${row.data} ${row.version}`]),
    );
    const history = chainHistory(chain, address).filter(({ slot }) => slot <= last);
    return history
      .filter(({ slot, lamports }) => within(slot) && lamports > 0n)
      .map(({ slot, lamports, data, writeVersion }) => ({
        slot,
        wanted: `${lamports} ${hexOf(data)} ${writeVersion}`,
      }))
      .filter(({ slot, wanted }) => told.get(slot) !== wanted)
      .map(({ slot, wanted }) => `${address} at ${slot}: ${told.get(slot)} in the index, ${wanted} on chain`);
  });
}

/** Of the program, in hex, at any slot so far. */
function addressesOf(chain: Chain, last: bigint): Set<string> {
  const addresses = new Set<string>();
  for (const { block } of chain.recentSlots()) {
    if (block.slot > last) continue;
    for (const { pubkey, owner } of chain.accountsAt(block.slot))
      if (owner === VAULT_PROGRAM) addresses.add(hexOf(pubkey));
  }
  return addresses;
}

const countRow = z.object({ rows: unsignedColumn });

/** Without those of a batch that a dead process did not finish: tables are written one after the other. */
const NEWEST_ROWS = `SELECT address, slot, revision, type, undecodable, closed FROM account_versions
  WHERE revision <= {revision:UInt64}
  ORDER BY address, slot, revision DESC LIMIT 1 BY address, slot`;

/** The same account, slot and revision with two contents would be a coin toss for every reader. */
async function doubles(lane: OlapLane, { revision }: Bound): Promise<string[]> {
  const sql = `SELECT count() AS rows FROM (
    SELECT address, slot, revision FROM account_versions GROUP BY address, slot, revision
    HAVING uniqExact(closed, lamports, data) > 1)`;
  const [twice] = await lane.query({ sql }, countRow);
  const faults = twice?.rows === 0n ? [] : [`account_versions has ${twice?.rows} keys with two contents`];
  for (const { name, versions } of PROGRAM.types) {
    const lacking = `SELECT count() AS rows FROM (${NEWEST_ROWS})
      WHERE type = '${name}' AND undecodable = '' AND closed = 0
        AND (address, slot, revision) NOT IN (SELECT address, slot, revision FROM ${versions})`;
    const [found] = await lane.query({ sql: lacking, parameters: { revision } }, countRow);
    if (found?.rows !== 0n) faults.push(`${versions} lacks ${found?.rows} rows of account_versions`);
  }
  return faults;
}
