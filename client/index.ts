export { ClientError, type ClientErrorCode, OptionsError } from './errors/client-error.ts';
export {
  MalformedAnswerError,
  PairingDeniedError,
  PairingExpiredError,
  TimeoutError,
  UnreachableError,
} from './errors/failures.ts';
export { QueryError, type QueryFault } from './errors/query.ts';
export {
  AuthenticationError,
  ConflictError,
  ForbiddenError,
  HttpError,
  InvalidRequestError,
  NotFoundError,
  PreMintError,
  RateLimitedError,
  ServerError,
  SlotNotHeldError,
  SlotNotReachedError,
  UnavailableError,
} from './errors/refusals.ts';
export { MissingScopeError, ProtocolError, ToolError } from './errors/tools.ts';
export type { QueryAnswer, QuerySource, TypedDocument } from './graphql/graphql.ts';
export type { CallOptions, Fetch } from './http/http.ts';
export type { Wait } from './http/wait.ts';
export { Launchlens } from './launchlens.ts';
export type { ToolAnswer } from './mcp/mcp.ts';
export type { Tool, ToolName } from './mcp/tool.ts';
export type { LaunchlensOptions, Surface } from './options.ts';
export type { PairedToken, PairingCode, PairOptions } from './pairing/pair.ts';
export type { IssueOptions, KeyTerms } from './rest/credentials.ts';
export type { IntentListOptions, TransactionSigner } from './rest/intents.ts';
export type { LaunchListOptions, LaunchOptions, PledgeListOptions } from './rest/launches.ts';
export type {
  ProgramAccountKey,
  ProgramAccountsOptions,
  ProgramEventsOptions,
  ProgramFile,
  ProgramFileOptions,
  ProgramHistoryOptions,
  ProgramInstructionsOptions,
} from './rest/programs.ts';
export type { Whole } from './rest/query-string.ts';
export type { ReadAnswer, ReadArguments, ReadPath } from './rest/reads.ts';
export type { PageOptions, ReadOptions, RowListOptions, SlotOptions } from './rest/rest.ts';
export type { ClaimOptions, PayoutsOptions, RewardHistoryOptions, RewardOptions } from './rest/rewards.ts';
export type { MessageSigner } from './rest/sign-in.ts';
export type * from './types/answers.ts';
export type * from './types/credentials.ts';
export type * from './types/intents.ts';
export type { Scope } from './types/scopes.ts';
export type { Tools } from './types/tools.ts';
