import { z } from 'zod';
import { READS } from '../reads/all.ts';
import * as agentTools from './agent-tools.ts';
import { listedLaunch } from './answers.ts';
import * as claims from './claims.ts';
import { errorAnswer } from './error.ts';
import * as intents from './intents.ts';
import * as keys from './keys.ts';
import { explorerLinks, launch } from './launch.ts';
import { gateLeg, launchGate, launchGateChange } from './launch-gate.ts';
import * as alerts from './liquidation-alerts.ts';
import * as grants from './owner-grants.ts';
import * as pairing from './pairing.ts';
import { pledge, pledgeLinks } from './pledge.ts';
import * as ingest from './reward-ingest.ts';
import { scopeName } from './scopes.ts';
import { refunds, release, settlement, settlementVault } from './settlement.ts';
import * as signIn from './sign-in.ts';
import { source } from './source.ts';
import * as sql from './sql.ts';
import * as strategies from './strategies.ts';
import { waiting } from './waiting.ts';
import { allocation, refund, wallet } from './wallet.ts';
import * as control from './wallet-control.ts';
import * as webhooks from './webhooks.ts';

/** Every named shape of the REST answers, by its name in the OpenAPI document. */
export const components = z.registry<{ id: string }>();

const NAMED = {
  Source: source,
  ExplorerLinks: explorerLinks,
  Launch: launch,
  ListedLaunch: listedLaunch,
  Release: release,
  Refunds: refunds,
  SettlementVault: settlementVault,
  Settlement: settlement,
  Allocation: allocation,
  Refund: refund,
  Wallet: wallet,
  Pledge: pledge,
  PledgeLinks: pledgeLinks,
  GateLeg: gateLeg,
  LaunchGate: launchGate,
  LaunchGateChange: launchGateChange,
  ...shapesOf(READS),
  ChallengeRequest: signIn.challengeRequest,
  ChallengeAnswer: signIn.challengeAnswer,
  SignInRequest: signIn.signInRequest,
  SignInAnswer: signIn.signInAnswer,
  SignOutAnswer: signIn.signOutAnswer,
  PairingStart: pairing.pairingStart,
  PairingStarted: pairing.pairingStarted,
  PairingPoll: pairing.pairingPoll,
  PairingPolled: pairing.pairingPolled,
  PairingRequest: pairing.pairingRequest,
  PairingDecision: pairing.pairingDecision,
  PairingDecided: pairing.pairingDecided,
  ToolArguments: agentTools.toolArguments,
  ToolAnswer: agentTools.toolAnswer,
  KeyConfirmationRequest: keys.keyConfirmationRequest,
  KeyConfirmationAnswer: keys.keyConfirmationAnswer,
  KeyRequest: keys.keyRequest,
  Scope: scopeName,
  Credential: keys.credential,
  CredentialDetail: keys.credentialDetail,
  CredentialTierRequest: keys.credentialTierRequest,
  KeyIssued: keys.keyIssued,
  TokenRotated: keys.tokenRotated,
  CredentialListAnswer: keys.credentialListAnswer,
  CredentialEvent: keys.credentialEvent,
  CredentialEventsAnswer: keys.credentialEventsAnswer,
  LiquidationAlert: alerts.liquidationAlertRow,
  LiquidationAlertsAnswer: alerts.liquidationAlertsAnswer,
  StrategyJournal: strategies.strategyJournal,
  StrategyJournalsAnswer: strategies.strategyJournalsAnswer,
  WebhookEventKind: webhooks.eventKind,
  WebhookRequest: webhooks.webhookRequest,
  WebhookEdit: webhooks.webhookEdit,
  Webhook: webhooks.webhook,
  WebhookRegistered: webhooks.webhookRegistered,
  WebhookListAnswer: webhooks.webhookListAnswer,
  WebhookDeleted: webhooks.webhookDeleted,
  WebhookDelivery: webhooks.webhookDelivery,
  WebhookDeliveriesAnswer: webhooks.webhookDeliveriesAnswer,
  Outflow: intents.outflow,
  TechnologyFee: intents.technologyFee,
  HandOff: intents.handOff,
  DecodedInstruction: intents.decodedInstruction,
  Simulation: intents.simulation,
  UnsignedTransaction: intents.ownerTransaction,
  IntentRefusal: intents.intentRefusal,
  Intent: intents.intent,
  IntentStep: intents.intentStep,
  IntentDetail: intents.intentDetail,
  IntentListAnswer: intents.intentListAnswer,
  OwnIntentRequest: intents.ownIntentRequest,
  IntentSubmission: intents.intentSubmission,
  IntentRejection: intents.intentRejection,
  WalletPolicy: control.walletPolicy,
  SpendingLimit: control.spendingLimit,
  Counterparty: control.counterparty,
  OwnerGrant: control.ownerGrant,
  WalletControl: control.walletControl,
  OwnerRequest: control.ownerRequest,
  OwnerRequestsAnswer: control.ownerRequestsAnswer,
  WaitingAnswer: waiting,
  ControlSet: control.controlSet,
  RequestApproval: control.requestApproval,
  RequestDecided: control.requestDecided,
  PermissionModeRequest: control.permissionModeRequest,
  LimitsRequest: control.limitsRequest,
  WatchedWalletRequest: grants.agentWalletRecord,
  AgentWalletRequest: grants.agentWalletRequest,
  AgentWalletAsked: grants.agentWalletAsked,
  AgentWalletWithdrawn: grants.agentWalletWithdrawn,
  GrantName: grants.grantName,
  CounterpartiesRequest: control.counterpartiesRequest,
  JurisdictionRequest: control.jurisdictionRequest,
  CallDecision: control.callDecision,
  CallDecisionsAnswer: control.callDecisionsAnswer,
  ControlChange: control.controlChange,
  ControlChangesAnswer: control.controlChangesAnswer,
  SqlRequest: sql.sqlRequest,
  SqlColumn: sql.sqlColumn,
  SqlAnswer: sql.sqlAnswer,
  ClaimRequest: claims.claimRequest,
  PayoutRequest: claims.payoutRequest,
  ClaimRefusal: claims.claimRefusal,
  PreMintRefusal: claims.preMintRefusal,
  RewardEventRow: ingest.rewardEventRow,
  RewardEventsStored: ingest.rewardEventsStored,
  RejectedRewardEvent: ingest.rejectedRewardEvent,
  RewardRowRefusal: ingest.rewardRowRefusal,
  RewardEventsRefusal: ingest.rewardEventsRefusal,
  Error: errorAnswer,
} as const;

export type ComponentName = keyof typeof NAMED;

for (const [id, schema] of Object.entries(NAMED)) components.add(schema, { id });

export const shapeOf = (name: ComponentName): z.ZodType => NAMED[name];

/** The name of one of these shapes. */
export function nameOf(shape: z.ZodType): ComponentName {
  return (components.get(shape) as { id: ComponentName }).id;
}

type Reads = typeof READS;
type ReadShapes = UnionToIntersection<Reads[keyof Reads]['shapes']>;
type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

function shapesOf(reads: Reads): ReadShapes {
  return Object.assign({}, ...Object.values(reads).map(({ shapes }) => shapes)) as ReadShapes;
}
