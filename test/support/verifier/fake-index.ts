import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { accountsOf } from '../../../idl/anchor/resolve.ts';
import { LOCALNET_VAULT_ID } from '../../../idl/localnet.ts';
import type { HttpQuestion, HttpReply } from '../scripted-http.ts';
import type { FakeAccount } from './fake-launch.ts';

interface IndexedAccount {
  address: string;
  type: string;
  lamports: string;
  updated_slot: number;
  data: Record<string, unknown> | null;
  undecodable: string | null;
}

/** An index of the vault program, free to be changed into a lie. */
export interface FakeIndex {
  readonly accounts: Map<string, IndexedAccount>;
  /** The newest slot that it has. */
  slot: number;
}

/** Small, so that lists have pages. */
const LONGEST_PAGE = 2;

/** The index of accounts as the indexer decodes them. */
export function honestIndex(idl: string, accounts: ReadonlyMap<string, FakeAccount>): FakeIndex {
  const types = accountsOf(readIdl(idl)).flatMap((type) => ('layout' in type ? [type] : []));
  const indexed = [...accounts].flatMap(([address, { data }]): IndexedAccount[] => {
    const type = types.find(({ discriminator }) =>
      data.subarray(0, discriminator.length).equals(discriminator),
    );
    if (!type) return [];
    const decoded = compileDecoder(type.layout, type.discriminator.length)(data);
    const isDecoded = decoded.kind === 'decoded';
    return [
      {
        ...{ address, type: type.name, lamports: '1000000', updated_slot: 900 },
        data: isDecoded ? (decoded.data as Record<string, unknown>) : null,
        undecodable: isDecoded ? null : decoded.reason,
      },
    ];
  });
  return { accounts: new Map(indexed.map((account) => [account.address, account])), slot: 1_000 };
}

/** What the API answers about the index. */
export function indexReply(index: FakeIndex, { path }: HttpQuestion): HttpReply {
  const { pathname, searchParams } = new URL(path, 'http://index');
  const slot = Number(searchParams.get('as_of_slot') ?? index.slot);
  const source = { last_indexed_slot: slot };
  if (slot > index.slot) return problem(400, 'slot_ahead');
  if (pathname === '/api/v1/programs/') return answer({ source, results: [summary(index)] });
  const [, type, address] =
    /^\/api\/v1\/programs\/vault\/accounts\/(\w+)\/(?:(\w+)\/)?$/.exec(pathname) ?? [];
  const ofType = [...index.accounts.values()].filter((account) => account.type === type);
  if (address !== undefined) {
    const account = ofType.find((each) => each.address === address);
    return account ? answer({ source, account }) : problem(404, 'program_account_not_found');
  }
  const listed = ofType.filter(({ undecodable }) => undecodable === null);
  const from = Number(searchParams.get('cursor') ?? 0);
  const to = from + Math.min(LONGEST_PAGE, Number(searchParams.get('limit')));
  return answer({
    ...{ source, count: listed.length, undecodable: ofType.length - listed.length },
    ...{ next_cursor: to < listed.length ? `${to}` : null, results: listed.slice(from, to) },
  });
}

function summary({ slot }: FakeIndex) {
  const accounts = ['Position', 'Reserve'].map((type) => ({ type, count: 0, undecodable: 0 }));
  return {
    name: 'vault',
    address: LOCALNET_VAULT_ID,
    idl_sha256: 'unknown',
    last_indexed_slot: slot,
    accounts,
  };
}

const answer = (body: unknown): HttpReply => ({ status: 200, body: JSON.stringify(body) });

export function problem(status: number, code: string): HttpReply {
  return { status, body: JSON.stringify({ detail: `It is ${code}.`, code }) };
}
