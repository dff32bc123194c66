import type { CallOptions } from '../http/http.ts';
import type * as answers from '../types/answers.ts';
import { rowsOf } from './launches.ts';
import { type ReadAnswer, type ReadArguments, type ReadPath, readAt } from './reads.ts';
import type { ReadOptions, Rest } from './rest.ts';

const TYPE = '/programs/{program}/accounts/{type}/';

type Of<Path extends ReadPath> = Omit<ReadArguments<Path>, 'program' | 'type' | 'address'> & CallOptions;

export type ProgramAccountsOptions = Of<typeof TYPE>;
export type ProgramHistoryOptions = Of<`${typeof TYPE}{address}/history/`>;

/** Names one account. */
export interface ProgramAccountKey {
  readonly program: string;
  /** The account type, as the IDL names it. */
  readonly type: string;
  readonly address: string;
}

/** Accounts of the followed programs, decoded: free, and open to everyone. */
export class Programs {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** The followed programs, and how many accounts of each type they have. */
  list(options: ReadOptions = {}): Promise<answers.ProgramList> {
    return this.#read('/programs/', options);
  }

  /** One page of the accounts of a type. @throws NotFoundError, InvalidRequestError */
  accounts(
    program: string,
    type: string,
    options: ProgramAccountsOptions = {},
  ): Promise<answers.ProgramAccountPage> {
    return this.#read(TYPE, { program, type, ...options });
  }

  /** All accounts of a type that meet the conditions, at one slot. */
  allAccounts(
    program: string,
    type: string,
    options: ProgramAccountsOptions = {},
  ): AsyncGenerator<answers.ProgramAccount, void, undefined> {
    return rowsOf((page: ProgramAccountsOptions) => this.accounts(program, type, page), options);
  }

  /** @throws NotFoundError */
  account(key: ProgramAccountKey, options: ReadOptions = {}): Promise<answers.ProgramAccountDetail> {
    return this.#read(`${TYPE}{address}/`, { ...key, ...options });
  }

  /** One page of the slots in which an account changed, newest first. @throws NotFoundError */
  history(
    key: ProgramAccountKey,
    options: ProgramHistoryOptions = {},
  ): Promise<answers.ProgramAccountHistory> {
    return this.#read(`${TYPE}{address}/history/`, { ...key, ...options });
  }

  /** Every slot in which an account changed, up to one slot. */
  allHistory(
    key: ProgramAccountKey,
    options: ProgramHistoryOptions = {},
  ): AsyncGenerator<answers.ProgramAccountChange, void, undefined> {
    return rowsOf((page: ProgramHistoryOptions) => this.history(key, page), options);
  }

  #read<Path extends ReadPath>(
    path: Path,
    options: ReadArguments<Path> & CallOptions,
  ): Promise<ReadAnswer<Path>> {
    return readAt(this.#rest, path, options);
  }
}
