import type { CallOptions } from '../http/http.ts';
import type * as answers from '../types/answers.ts';
import { rowsOf } from './launches.ts';
import { type ReadAnswer, type ReadArguments, type ReadPath, readAt } from './reads.ts';
import { type ReadOptions, type Rest, splitOptions } from './rest.ts';

const TYPE = '/programs/{program}/accounts/{type}/';
const INSTRUCTION = '/programs/{program}/instructions/{instruction}/';
const EVENT = '/programs/{program}/events/{event}/';

type Of<Path extends ReadPath> = Omit<ReadArguments<Path>, 'program' | 'type' | 'address'> & CallOptions;

export type ProgramAccountsOptions = Of<typeof TYPE>;
export type ProgramHistoryOptions = Of<`${typeof TYPE}{address}/history/`>;

export type ProgramInstructionsOptions = Omit<Of<typeof INSTRUCTION>, 'instruction'>;
export type ProgramEventsOptions = Omit<Of<typeof EVENT>, 'event'>;

export interface ProgramFileOptions extends ReadOptions {
  readonly format: 'csv' | 'ndjson' | 'parquet';
  /** Conditions by field; without them, all accounts of the type. */
  readonly where?: ProgramAccountsOptions['where'];
}

/** A file of accounts. A body that ends with an error is incomplete. */
export interface ProgramFile {
  /** The slot whose state it has. */
  readonly slot: number;
  readonly rows: number;
  /** Accounts of the type that it leaves out, since their bytes do not decode. */
  readonly undecodable: number;
  /** Identifies the rows, whatever the format. */
  readonly digest: string;
  readonly body: ReadableStream<Uint8Array>;
}

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

  /** All accounts of a type that meet the conditions, at one slot, as a file. @throws NotFoundError, InvalidRequestError */
  async accountsFile(
    program: string,
    type: string,
    { format, ...options }: ProgramFileOptions,
  ): Promise<ProgramFile> {
    const [query, call] = splitOptions(options);
    const path = `/programs/${encodeURIComponent(program)}/accounts/${encodeURIComponent(type)}.${format}`;
    const { headers, body } = await this.#rest.file(path, query, call);
    const numberIn = (header: string): number => Number(headers.get(header));
    return {
      slot: numberIn('x-last-indexed-slot'),
      rows: numberIn('launchlens-rows'),
      undecodable: numberIn('launchlens-undecodable'),
      digest: headers.get('launchlens-digest') ?? '',
      body,
    };
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

  /** One page of the executions of an instruction, newest first. @throws NotFoundError, InvalidRequestError */
  instructions(
    program: string,
    instruction: string,
    options: ProgramInstructionsOptions = {},
  ): Promise<answers.ProgramInstructionPage> {
    return this.#read(INSTRUCTION, { program, instruction, ...options });
  }

  /** One page of the events of one name, newest first. @throws NotFoundError, InvalidRequestError */
  events(
    program: string,
    event: string,
    options: ProgramEventsOptions = {},
  ): Promise<answers.ProgramEventPage> {
    return this.#read(EVENT, { program, event, ...options });
  }

  #read<Path extends ReadPath>(
    path: Path,
    options: ReadArguments<Path> & CallOptions,
  ): Promise<ReadAnswer<Path>> {
    return readAt(this.#rest, path, options);
  }
}
