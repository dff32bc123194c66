import { z } from 'zod';
import { hexColumn, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import type { ClosedAccount } from './closed-rows.ts';

/** Answers what accounts of an index are, closed ones too, by their address as raw bytes in a latin1 string. */
export type FindAccounts = (
  lane: Pick<OlapLane, 'query'>,
  addresses: readonly Uint8Array[],
  signal?: AbortSignal,
) => Promise<Map<string, ClosedAccount>>;

/** Addresses per statement, which are part of its URL. */
export const FOUND_AT_ONCE = 500;

const AT = 'known.address IN (SELECT toFixedString(unhex(arrayJoin({addresses:Array(String)})), 32))';

/** A Pledge stays one even if its bytes were unreadable at another time. */
const LAUNCH_ACCOUNTS = `SELECT hex(known.address) AS account, known.kind AS kind, known.launch_id AS launch, hex(known.wallet) AS holder
  FROM known_addresses AS known WHERE ${AT} AND known.kind != 'ended'
  ORDER BY known.address, known.kind, known.revision DESC LIMIT 1 BY known.address`;
const launchRow = z.object({
  account: hexColumn,
  kind: z.enum(['pledge', 'unreadable']),
  launch: unsignedColumn,
  holder: hexColumn,
});

/** Every Pledge that the index has ever seen, and every account that it could not read. */
export const findLaunchAccounts: FindAccounts = (lane, addresses, signal) =>
  find(addresses, async (parameters) => {
    const rows = await lane.query({ sql: LAUNCH_ACCOUNTS, parameters, signal }, launchRow);
    return rows.map(({ account, kind, launch, holder }) => {
      const known: ClosedAccount =
        kind === 'pledge'
          ? { kind, launchId: launch, pledger: holder }
          : { kind: 'quarantine', owner: holder };
      return [account.toString('latin1'), known] as const;
    });
  });

const PROGRAM_ACCOUNTS = `SELECT hex(known.address) AS account, argMax(known.type, (known.slot, known.revision)) AS last
  FROM account_versions AS known WHERE ${AT} GROUP BY known.address`;
const programRow = z.object({ account: hexColumn, last: z.string() });

/** Every account of a followed program that its index has ever seen. */
export const findProgramAccounts: FindAccounts = (lane, addresses, signal) =>
  find(addresses, async (parameters) => {
    const rows = await lane.query({ sql: PROGRAM_ACCOUNTS, parameters, signal }, programRow);
    return rows.map(({ account, last }) => {
      return [account.toString('latin1'), { kind: 'account', type: last }] as const;
    });
  });

type Found = readonly (readonly [string, ClosedAccount])[];

async function find(
  addresses: readonly Uint8Array[],
  ask: (parameters: { readonly addresses: readonly string[] }) => Promise<Found>,
): Promise<Map<string, ClosedAccount>> {
  const found = new Map<string, ClosedAccount>();
  for (let at = 0; at < addresses.length; at += FOUND_AT_ONCE) {
    const some = addresses
      .slice(at, at + FOUND_AT_ONCE)
      .map((address) => Buffer.from(address).toString('hex'));
    for (const [address, account] of await ask({ addresses: some })) found.set(address, account);
  }
  return found;
}
