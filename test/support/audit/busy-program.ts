import { createHash } from 'node:crypto';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { PLEDGE } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { launchVaultAddress } from '../../../idl/pda.ts';
import { EscrowLedger, type LaunchCheck } from '../../../indexer/audit/invariants.ts';
import { launchTerms } from '../../../indexer/audit/launch-keys.ts';
import { launchBytes, pledgeBytes, tokenBytes } from './account-bytes.ts';
import { AccountHistory } from './history.ts';
import { keyOf } from './history-lane.ts';

export const PROGRAM = LOCALNET_PROGRAM_ID;
const TOKENS = keyOf('the token program');
/** The slot of the prologue. */
const BEGINNING = 10n;

const vaults = new Map<bigint, string>();

function vaultOf(launchId: bigint): string {
  const program = pubkeyBytes(PROGRAM);
  const vault = vaults.get(launchId) ?? pubkeyFromBytes(launchVaultAddress(program, launchId));
  vaults.set(launchId, vault);
  return vault;
}

type Random = () => number;
const below = (random: Random, most: number): number => Math.floor(random() * most);

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}

function putLaunch(chain: AccountHistory, slot: bigint, launchId: bigint): void {
  const named = (what: string): Uint8Array => pubkeyBytes(keyOf(`${what} of launch ${launchId}`));
  const data = launchBytes({
    launch_id: launchId,
    launch_mint: named('launch mint'),
    pledge_mint: named('pledge mint'),
    escrow_token_account: named('escrow'),
  });
  chain.put(slot, keyOf(`launch ${launchId}`), { owner: PROGRAM, lamports: 5n, data });
  for (const what of ['launch mint', 'pledge mint', 'escrow'])
    chain.put(slot, keyOf(`${what} of launch ${launchId}`), {
      owner: TOKENS,
      lamports: 2n,
      data: tokenBytes(1n),
    });
  chain.put(slot, vaultOf(launchId), { owner: TOKENS, lamports: 2n, data: tokenBytes(9n) });
}

function putPledge(chain: AccountHistory, slot: bigint, key: string, random: Random): void {
  const data = pledgeBytes({ launch_id: 1n, pledger: bytes(random, 32), amount: BigInt(below(random, 99)) });
  chain.put(slot, key, { owner: PROGRAM, lamports: 3n, data });
}

/** Of no known layout: of any size, or like a Pledge up to the last byte of the discriminator, or longer than one. */
function unknownBytes(random: Random): Buffer {
  const shape = below(random, 3);
  if (shape === 0) return bytes(random, below(random, 60));
  const data = shape === 1 ? bytes(random, PLEDGE.size) : bytes(random, PLEDGE.size + 1);
  data.set(PLEDGE.discriminator.subarray(0, shape === 1 ? 7 : 8));
  return data;
}

/** A program with launches, Pledges and accounts of no known layout, all older than any audit. */
export function stillProgram(random: Random): AccountHistory {
  const chain = new AccountHistory();
  for (let launch = 1; launch <= 1 + below(random, 3); launch += 1)
    putLaunch(chain, BEGINNING, BigInt(launch));
  for (let pledge = 0; pledge < 3 + below(random, 12); pledge += 1)
    putPledge(chain, BEGINNING, keyOf(`pledge ${pledge}`), random);
  for (let other = 0; other < 1 + below(random, 4); other += 1)
    chain.put(BEGINNING, keyOf(`unknown ${other}`), {
      owner: PROGRAM,
      lamports: 1n,
      data: unknownBytes(random),
    });
  return chain;
}

/** Changes some accounts between two slots: they change, close, come back elsewhere, and new ones appear. */
export function disturb(chain: AccountHistory, random: Random, [from, to]: readonly [bigint, bigint]): void {
  const slotOf = (): bigint => from + BigInt(below(random, Number(to - from)));
  for (const key of chain.keys.filter(() => random() < 0.4)) {
    const slot = slotOf();
    const account = chain.at(key, slot);
    if (!account) continue;
    if (random() < 0.3) chain.put(slot, key, undefined);
    else if (random() < 0.2) chain.put(slot, key, { ...account, lamports: account.lamports + 1n });
    else chain.put(slot, key, { ...account, data: changed(account.data, random) });
  }
  for (let pledge = 0; pledge < below(random, 4); pledge += 1)
    putPledge(chain, slotOf(), keyOf(`new pledge ${pledge}`), random);
  if (random() < 0.3) putLaunch(chain, slotOf(), 9n);
}

/** Another amount, or sometimes another wallet, which puts a Pledge into another slice. */
function changed(data: Buffer, random: Random): Buffer {
  const other = Buffer.from(data);
  const at = data.length === tokenBytes(0n).length ? 64 : random() < 0.1 ? 18 : 52;
  if (at < other.length) other[at] = (other[at] ?? 0) + 1 + below(random, 200);
  return other;
}

/** The totals of every launch of the chain at a slot. */
export function checksAt(chain: AccountHistory, slot: bigint): LaunchCheck[] {
  const ledger = new EscrowLedger();
  for (const { owner, pubkey, data } of chain.allAt(slot))
    if (owner === PROGRAM) ledger.add(data);
    else ledger.outside(pubkey, data);
  return ledger.checks();
}

/** The digest of the chain at a slot, by its definition in `docs/verification.md`. */
export function digestAt(chain: AccountHistory, slot: bigint): string {
  const all = chain.allAt(slot);
  const named = new Set(
    all.flatMap(({ owner, data }) => {
      const terms = owner === PROGRAM ? launchTerms(data) : undefined;
      return terms ? [terms.escrow, terms.launchMint, terms.pledgeMint, vaultOf(terms.launchId)] : [];
    }),
  );
  const rows = all
    .filter(({ owner, pubkey }) => owner === PROGRAM || named.has(pubkey))
    .map(({ pubkey, data, lamports }) => {
      const balance = Buffer.alloc(8);
      balance.writeBigUInt64LE(lamports);
      const digest = createHash('sha256').update(data).update(balance).digest();
      return Buffer.concat([pubkeyBytes(pubkey), digest]);
    });
  return createHash('sha256')
    .update(Buffer.concat(rows.sort(Buffer.compare)))
    .digest('hex');
}
