import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The client half of the package, which the codec module lacks. */
type ClientExports =
  | 'default'
  | 'ClientDuplexStream'
  | 'ClientDeshredDuplexStream'
  | 'CompressedAccountFilterSet'
  | 'AUTORECONNECT_FILTER_KEY'
  | 'txEncode'
  | 'txDeshredEncode'
  | 'txErrDecode';
type Codecs = Omit<typeof import('@triton-one/yellowstone-grpc'), ClientExports>;

/**
 * The official Yellowstone message codecs. They are imported directly, because the package's entry point also
 * loads the native client, which does not exist for every platform.
 */
export const geyser = loadCodecs();

export type {
  SubscribeRequest,
  SubscribeRequestFilterAccounts,
  SubscribeRequestFilterAccountsFilter,
  SubscribeRequestFilterTransactions,
  SubscribeUpdate,
} from '@triton-one/yellowstone-grpc';

/** Paths of the service's methods as gRPC names them: `/geyser.Geyser/<method>`. */
export const GEYSER_SERVICE = '/geyser.Geyser/';

function loadCodecs(): Codecs {
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@triton-one/yellowstone-grpc');
  return require(join(dirname(entry), 'grpc', 'geyser.js')) as Codecs;
}
