import type { Settings } from '../../core/kernel/settings/schema.ts';
import { NO_LIMITS } from './stream-limits.ts';
import type { UpdateSourceOptions } from './yellowstone.ts';

/** What the settings say about the stream, besides where it comes from. */
export function streamSettings(
  settings: Settings,
): Pick<UpdateSourceOptions, 'transport' | 'compression' | 'limits'> {
  const {
    YELLOWSTONE_TRANSPORT: transport,
    YELLOWSTONE_COMPRESSION: compression,
    YELLOWSTONE_MAX_KEYS: keys = NO_LIMITS.keys,
    YELLOWSTONE_MAX_FILTERS: filters = NO_LIMITS.filters,
  } = settings;
  return { transport, compression, limits: { keys, filters } };
}
