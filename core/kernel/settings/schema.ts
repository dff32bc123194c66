import { isIP } from 'node:net';
import { z } from 'zod';
import { isCountry } from '../../../schemas/rest/countries.ts';
import { isLink, LINK_NAMES } from '../../../schemas/venues/link.ts';
import { pubkeyText } from '../encoded-text.ts';
import { LOG_LEVELS } from '../logger.ts';
import { isPubkey, parsePubkey } from '../pubkey.ts';
import { urlsOf } from '../url-list.ts';

export const CLUSTERS = ['localnet', 'devnet', 'mainnet-beta'] as const;
export const TRANSPORTS = ['http2', 'native'] as const;
const TOKEN_ACCOUNT_SOURCES = ['stream', 'transactions'] as const;
export const REPLICATIONS = ['replicated', 'none'] as const;
/** The whole program in one request, or by the 256 values of one byte. */
export const AUDIT_SLICES = ['1', '256'] as const;
export const COMMITMENTS = ['confirmed', 'finalized'] as const;

/** The default disclosure shown with all reward figures. */
const REWARD_DISCLOSURE =
  'Rewards are recorded in the reward token only. A recorded accrual is not an entitlement to any amount: it may be held or voided in review, fee shares have no amount before the token exists, and nothing is paid until it is settled on chain.';
const REWARD_CONTRIBUTION_DISCLOSURE =
  'Contribution credits record that a contribution was made. They are no entitlement to any payment, token or amount, and they are never part of a total.';

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'an http:// or https:// URL' })
  .transform((url) => url.replace(/\/+$/, ''));
const httpUrls = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(z.array(httpUrl))
  .readonly();
const hostUrls = z
  .string()
  .transform(urlsOf)
  .pipe(z.array(httpUrl))
  .transform((urls) => urls.join(','));
const link = z.string().refine(isLink, {
  error: `an https:// link with a path, filled at ${LINK_NAMES.map((name) => `{${name}}`).join(', ')}`,
});
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// URL' });
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });
/** `grpc-js` is the name of a removed transport; it selects our own client. */
const transport = oneOf([...TRANSPORTS, 'grpc-js']).transform((name) =>
  name === 'grpc-js' ? 'http2' : name,
);
const text = (expected: string) => z.string().min(1, { error: expected });
const credentialPrefix = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,14}_$/, { error: 'letters and digits ending in _' });
const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, { error: 'a port from 0 to 65535' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'a port from 0 to 65535' });
const wholeNumber = (least: number, greatest: number) => {
  const error = `a whole number from ${least} to ${greatest}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= greatest, { error });
};
/** A prefix length of 0 is refused: every client could then forge its address. */
const isNetwork = (text: string): boolean => {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    length === undefined || (/^[1-9][0-9]{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
  );
};
const networks = z
  .string()
  .transform((list) => list.split(',').map((network) => network.trim()))
  .refine((list) => list.every(isNetwork), {
    error: 'comma-separated addresses and networks such as 10.0.0.2, 192.168.0.0/16',
  });
const countries = z
  .string()
  .transform((list) => list.split(',').map((code) => code.trim()))
  .refine((list) => list.every(isCountry), {
    error: 'comma-separated ISO 3166-1 alpha-2 codes such as CH, SG',
  });
const addresses = (what: string) =>
  z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((list) => list.every(isPubkey), { error: `comma-separated ${what} in base58` })
    .transform((list) => list.map(parsePubkey));
const symbol = z.string().regex(/^[A-Za-z0-9]{1,16}$/, { error: '1 to 16 letters and digits' });
const SYMBOL_PAIR = /^([1-9A-HJ-NP-Za-km-z]{32,44})=([A-Za-z0-9]{1,16})$/;
const symbols = z
  .string()
  .transform((list) => list.split(',').map((pair) => SYMBOL_PAIR.exec(pair.trim()) ?? []))
  .refine((pairs) => pairs.every(([, mint = '']) => isPubkey(mint)), {
    error: 'comma-separated <mint>=<symbol>, each symbol of 1 to 16 letters and digits',
  })
  .transform((pairs): ReadonlyMap<string, string> => {
    return new Map(pairs.map(([, mint = '', named = '']) => [mint, named]));
  });
const programs = addresses('program addresses').optional();
/** `none` means that no equities exist; an empty setting means unknown. */
const mints = z.union([z.literal('none').transform(() => []), addresses('mints')], {
  error: 'comma-separated mints in base58, or none',
});
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every((origin) => origin === '*' || /^https?:\/\/[^/\s]+$/.test(origin)), {
    error: '* or comma-separated origins such as https://app.example.com',
  });
/** Names of hosts go into a policy of the pages, so nothing else may be in them. */
const hosts = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine((list) => list.every((host) => /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(host)), {
    error: 'comma-separated host names such as gateway.example.com',
  });

const ratio = z
  .string()
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, { error: 'a ratio from 0 to 1' })
  .transform(Number);
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const parentBased = SAMPLERS.map((name) => `parentbased_${name}` as const);

/** OpenTelemetry's own variables. The SDK also reads its others, from the environment alone. */
export const OTEL_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text('comma-separated headers such as api-key=abc').optional(),
  OTEL_SERVICE_NAME: text('a name').optional(),
  OTEL_RESOURCE_ATTRIBUTES: text('comma-separated attributes such as deployment.environment=prod').optional(),
  OTEL_TRACES_SAMPLER: oneOf([...SAMPLERS, ...parentBased]).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_SDK_DISABLED: oneOf(['true', 'false']).optional(),
} as const;

/** Every setting by its environment name. A test compares the names with `.env.example`. */
export const settingsSchema = z.object({
  YELLOWSTONE_ENDPOINT: httpUrl.optional(),
  YELLOWSTONE_X_TOKEN: text('a token').optional(),
  YELLOWSTONE_TRANSPORT: transport.default('http2'),
  YELLOWSTONE_COMPRESSION: oneOf(['none', 'gzip', 'zstd']).optional(),
  YELLOWSTONE_MAX_KEYS: wholeNumber(1, 1_000_000).optional(),
  YELLOWSTONE_MAX_FILTERS: wholeNumber(1, 1_000_000).optional(),
  YELLOWSTONE_TOKEN_ACCOUNTS: oneOf(TOKEN_ACCOUNT_SOURCES).default('stream'),
  SOLANA_RPC_URL: httpUrls.optional(),
  SOLANA_CLUSTER: oneOf(CLUSTERS).default('localnet'),
  ESCROW_PROGRAM_ID: pubkeyText.optional(),
  ESCROW_IDL: text('a file with an Anchor IDL').optional(),
  INDEX_COMMITMENT: oneOf(COMMITMENTS).default('confirmed'),
  SOLANA_RPC_RATE_PER_SECOND: wholeNumber(0, 10_000).optional(),
  AUDIT_INTERVAL_SECONDS: wholeNumber(0, 86_400).default(60),
  AUDIT_SLICES: oneOf(AUDIT_SLICES).transform(Number).default(1),
  AUDIT_REQUESTS_PER_SECOND: wholeNumber(1, 10_000).optional(),
  LATEST_STATE_MB: wholeNumber(1, 1_000_000).default(512),
  READY_MAX_LAG_SLOTS: wholeNumber(0, 1_000_000).default(150),
  READY_MAX_AGE_SECONDS: wholeNumber(1, 86_400).default(60),
  CLICKHOUSE_URL: hostUrls.optional(),
  CLICKHOUSE_SQL_URL: hostUrls.optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, { error: 'a cluster name of letters, digits, _ and -' })
    .optional(),
  CLICKHOUSE_REPLICATION: oneOf(REPLICATIONS).default('replicated'),
  DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: text('a directory').default('.launchlens'),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_REGION: text('a region').default('us-east-1'),
  AWS_ACCESS_KEY_ID: text('the id of an access key').optional(),
  AWS_SECRET_ACCESS_KEY: text('the secret of an access key').optional(),
  AWS_SESSION_TOKEN: text('a token').optional(),
  HTTP_HOST: text('a host name or address').default('127.0.0.1'),
  HTTP_PORT: port.default(8080),
  HTTP_TRUSTED_PROXIES: networks.optional(),
  PUBLIC_BASE_URL: httpUrl.optional(),
  METRICS_HOST: text('a host name or address').default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  REWARD_TOKEN_SYMBOL: symbol.default('REWARD'),
  REWARD_MINT: pubkeyText.optional(),
  TOKEN_SYMBOLS: symbols.optional(),
  TOKEN_ICON_HOSTS: hosts.default([]),
  REWARD_DISCLOSURE: text('a sentence').default(REWARD_DISCLOSURE),
  REWARD_CONTRIBUTION_DISCLOSURE: text('a sentence').default(REWARD_CONTRIBUTION_DISCLOSURE),
  TREASURY_TOKEN_ACCOUNT: pubkeyText.optional(),
  TECHNOLOGY_FEE_BPS: wholeNumber(0, 1_000).default(0),
  TECHNOLOGY_FEE_ACCOUNT: pubkeyText.optional(),
  COMPUTE_UNIT_PRICE: wholeNumber(0, 100_000_000).default(1_000),
  PAIRING_TOKEN_PREFIX: credentialPrefix.default('llp_'),
  API_KEY_PREFIX: credentialPrefix.default('llk_'),
  RATE_LIMIT_PAIRED_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
  RATE_LIMIT_ELEVATED_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
  JWT_SECRET: z.string().min(32, { error: 'at least 32 characters' }).optional(),
  JWT_JWKS_URL: httpUrl.optional(),
  JWT_ISSUER: text('an issuer').optional(),
  JWT_AUDIENCE: text('an audience').optional(),
  OPERATOR_TOKEN: z.string().min(16, { error: 'at least 16 characters' }).optional(),
  MCP_CORS_ORIGINS: origins.default(['*']),
  CALL_DECISION_RETENTION_DAYS: wholeNumber(30, 36_500).default(365),
  WEBHOOK_DELIVERED_RETENTION_DAYS: wholeNumber(1, 36_500).default(7),
  WEBHOOK_DEAD_RETENTION_DAYS: wholeNumber(1, 36_500).default(30),
  PERPS_JURISDICTIONS: countries.default([]),
  EQUITY_JURISDICTIONS: countries.default([]),
  OFFRAMP_JURISDICTIONS: countries.default([]),
  EQUITY_MINTS: mints.optional(),
  JUPITER_API_URL: httpUrl.optional(),
  JUPITER_API_KEY: text('a key').optional(),
  JUPITER_PROGRAMS: programs,
  VENUE_PERPS_URL: httpUrl.optional(),
  VENUE_PERPS_TOKEN: text('a token').optional(),
  VENUE_PERPS_PROGRAMS: programs,
  VENUE_LENDING_URL: httpUrl.optional(),
  VENUE_LENDING_TOKEN: text('a token').optional(),
  VENUE_LENDING_PROGRAMS: programs,
  VENUE_STAKING_URL: httpUrl.optional(),
  VENUE_STAKING_TOKEN: text('a token').optional(),
  VENUE_STAKING_PROGRAMS: programs,
  VENUE_BRIDGE_URL: httpUrl.optional(),
  VENUE_BRIDGE_TOKEN: text('a token').optional(),
  VENUE_BRIDGE_PROGRAMS: programs,
  VENUE_BRIDGE_LINK: link.optional(),
  VENUE_EVM_URL: httpUrl.optional(),
  VENUE_EVM_TOKEN: text('a token').optional(),
  VENUE_EVM_PROGRAMS: programs,
  VENUE_EQUITY_URL: httpUrl.optional(),
  VENUE_EQUITY_TOKEN: text('a token').optional(),
  VENUE_EQUITY_PROGRAMS: programs,
  VENUE_OFFRAMP_URL: httpUrl.optional(),
  VENUE_OFFRAMP_TOKEN: text('a token').optional(),
  VENUE_OFFRAMP_PROGRAMS: programs,
  VENUE_OFFRAMP_LINK: link.optional(),
  VENUE_FLASH_URL: httpUrl.optional(),
  VENUE_FLASH_TOKEN: text('a token').optional(),
  VENUE_FLASH_PROGRAMS: programs,
  MARKET_DATA_URL: httpUrl.default('https://public-api.birdeye.so'),
  MARKET_DATA_API_KEY: text('a key').optional(),
  MARKET_DATA_TOKEN: pubkeyText.optional(),
  HARNESS_FEES_FILE: text('a file').optional(),
  ...OTEL_SETTINGS,
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof Settings;
export type Commitment = (typeof COMMITMENTS)[number];
export type TokenAccountSource = (typeof TOKEN_ACCOUNT_SOURCES)[number];
export type Cluster = (typeof CLUSTERS)[number];
export type Transport = (typeof TRANSPORTS)[number];
