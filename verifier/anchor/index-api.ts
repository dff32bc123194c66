import { type ApiRequest, type Reply, requestApi, settled } from '../api/request.ts';
import { createPatience, isRecord, slotNumber } from '../chain/http.ts';
import { isPubkey, type Pubkey } from '../codec/base58.ts';
import { asFailure, chainFailure } from '../failure.ts';

/** An account as the index has it. */
export interface IndexedAccount {
  readonly address: Pubkey;
  readonly type: string;
  readonly lamports: unknown;
  readonly updatedSlot: unknown;
  readonly data: unknown;
  readonly undecodable: unknown;
}

export interface FollowedProgram {
  readonly name: string;
  readonly address: Pubkey;
  readonly idlSha256: unknown;
  readonly types: readonly string[];
  /** The slot that its index has reached. */
  readonly slot: number;
}

/** The index does not have the state at a slot: it began later, or lost that slot. */
export class NotHeld extends Error {}

export interface IndexOptions {
  readonly api: string;
  readonly timeoutMs: number;
}

/** All that the API says of programs, each answer checked to be of the requested slot. */
export type IndexApi = ReturnType<typeof createIndexApi>;

const PAGE = 200;

export function createIndexApi({ api, timeoutMs }: IndexOptions) {
  const place = { api, timeoutMs, called: 'the API' };

  /** Waits for an index that is behind. `undefined` stands for 404 with this code. */
  async function ask<Value>(
    request: ApiRequest,
    parse: (body: Record<string, unknown>) => Value | string,
    absent?: string,
  ): Promise<Value | undefined> {
    const attempt = async (): Promise<Reply<Value>> => {
      const reply = await requestApi(place, request, (text) => {
        const body = parsed(text);
        return isRecord(body) ? parse(body) : 'text that is not a JSON object';
      });
      const isAhead = reply.kind === 'never' && reply.code === 'slot_ahead';
      return isAhead ? { kind: 'later', why: reply.why, afterMs: undefined } : reply;
    };
    const reply = await settled(attempt, createPatience(timeoutMs));
    if (reply.kind === 'answer') return reply.value;
    if (reply.kind === 'never' && reply.code === 'slot_not_held') throw new NotHeld(reply.why);
    if (reply.kind === 'never' && reply.code === absent && absent !== undefined) return undefined;
    throw chainFailure(reply.why);
  }

  const pathOf = (program: string, type: string, rest = ''): string =>
    `/programs/${encodeURIComponent(program)}/accounts/${encodeURIComponent(type)}/${rest}`;

  async function programs(): Promise<readonly FollowedProgram[]> {
    try {
      return (await ask({ path: '/programs/', parameters: {} }, parsePrograms)) ?? [];
    } catch (error) {
      throw chainFailure(`${asFailure(error).message}. Is --api the address of a Launchlens API?`);
    }
  }

  /** Undefined where no account of this type has the address at the slot. */
  function account(program: string, type: string, address: Pubkey, slot: number) {
    const path = pathOf(program, type, `${address}/`);
    const parse = (body: Record<string, unknown>): IndexedAccount | string =>
      wrongSlot(body, slot) ?? (accountOf(body.account) || 'no account in `account`');
    return ask({ path, parameters: { as_of_slot: `${slot}` } }, parse, 'program_account_not_found');
  }

  /** Every account of a type that decodes, at the slot. */
  async function accounts(program: string, type: string, slot: number): Promise<readonly IndexedAccount[]> {
    const all: IndexedAccount[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await listing(program, type, slot, { limit: `${PAGE}`, ...(cursor && { cursor }) });
      all.push(...page.results);
      if (page.next !== undefined && page.results.length === 0)
        throw chainFailure('the API answered with an endless list');
      cursor = page.next;
    }
    return all;
  }

  /** How many accounts of a type there are, with those that do not decode. */
  async function count(program: string, type: string, slot: number): Promise<number> {
    return (await listing(program, type, slot, { limit: '1' })).count;
  }

  async function listing(
    program: string,
    type: string,
    slot: number,
    page: Readonly<Record<string, string>>,
  ) {
    const parameters = { as_of_slot: `${slot}`, ...page };
    const answer = await ask(
      { path: pathOf(program, type), parameters },
      (body) => wrongSlot(body, slot) ?? parsePage(body),
    );
    if (answer === undefined) throw chainFailure(`the API does not list accounts of type ${type}`);
    return answer;
  }

  return { programs, account, accounts, count };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongSlot({ source }: Record<string, unknown>, slot: number): string | undefined {
  const answered = isRecord(source) ? slotNumber(source.last_indexed_slot) : undefined;
  return answered === slot ? undefined : `slot ${answered} when asked for slot ${slot}`;
}

function accountOf(value: unknown): IndexedAccount | undefined {
  if (!isRecord(value) || typeof value.address !== 'string' || !isPubkey(value.address)) return undefined;
  const { address, type, lamports, updated_slot: updatedSlot, data, undecodable } = value;
  return typeof type === 'string' ? { address, type, lamports, updatedSlot, data, undecodable } : undefined;
}

function parsePage({ results, next_cursor, count, undecodable }: Record<string, unknown>) {
  if (!Array.isArray(results)) return 'no list in `results`';
  const accounts = results.map(accountOf);
  if (accounts.some((account) => account === undefined)) return 'an entry of `results` that is no account';
  const total = (slotNumber(count) ?? Number.NaN) + (slotNumber(undecodable) ?? Number.NaN);
  if (Number.isNaN(total)) return 'no numbers in `count` and `undecodable`';
  return {
    results: accounts as readonly IndexedAccount[],
    next: typeof next_cursor === 'string' ? next_cursor : undefined,
    count: total,
  };
}

function parsePrograms({ results }: Record<string, unknown>): readonly FollowedProgram[] | string {
  const programs = Array.isArray(results) ? results.map(programOf) : [undefined];
  if (programs.some((program) => program === undefined)) return 'no list of programs in `results`';
  return programs as readonly FollowedProgram[];
}

function programOf(value: unknown): FollowedProgram | undefined {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.accounts)) return undefined;
  if (typeof value.address !== 'string' || !isPubkey(value.address)) return undefined;
  const types = value.accounts.flatMap((type) =>
    isRecord(type) && typeof type.type === 'string' ? [type.type] : [],
  );
  const { name, address, idl_sha256: idlSha256 } = value;
  return { name, address, idlSha256, types, slot: slotNumber(value.last_indexed_slot) ?? 0 };
}
