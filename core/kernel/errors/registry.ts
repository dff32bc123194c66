import { accessErrors } from './access.ts';
import { agentErrors } from './agents.ts';
import { archiveErrors } from './archive.ts';
import { backfillErrors } from './backfill.ts';
import { captureErrors } from './capture.ts';
import { encodingErrors } from './encoding.ts';
import { gateErrors } from './gates.ts';
import { graphqlErrors } from './graphql.ts';
import { harnessErrors } from './harness.ts';
import { idlErrors } from './idl.ts';
import { indexStoreErrors } from './index-store.ts';
import { intentErrors } from './intents.ts';
import { localnetErrors } from './localnet.ts';
import { mcpErrors } from './mcp.ts';
import { mirrorErrors } from './mirror.ts';
import { olapErrors } from './olap.ts';
import { oltpErrors } from './oltp.ts';
import { operatorErrors } from './operator.ts';
import { recordErrors } from './records.ts';
import { rewardErrors } from './rewards.ts';
import { settingsErrors } from './settings.ts';
import { sourceErrors } from './source.ts';
import { venueErrors } from './venues.ts';

/** Every error code of Launchlens. A test compares them with `docs/errors.md`. */
export const ERRORS = {
  ...accessErrors,
  ...agentErrors,
  ...archiveErrors,
  ...backfillErrors,
  ...captureErrors,
  ...recordErrors,
  ...encodingErrors,
  ...gateErrors,
  ...graphqlErrors,
  ...harnessErrors,
  ...idlErrors,
  ...indexStoreErrors,
  ...intentErrors,
  ...localnetErrors,
  ...mcpErrors,
  ...mirrorErrors,
  ...olapErrors,
  ...oltpErrors,
  ...operatorErrors,
  ...rewardErrors,
  ...settingsErrors,
  ...sourceErrors,
  ...venueErrors,
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorContext<Code extends ErrorCode> = Parameters<(typeof ERRORS)[Code]['message']>[0];
