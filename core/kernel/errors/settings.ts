import { define } from './definition.ts';

export const settingsErrors = {
  SETTING_UNKNOWN: define<{ name: string; suggestion?: string }>(
    ({ name, suggestion }) =>
      `${name} is not a Launchlens setting. ${suggestion ? `Did you mean ${suggestion}?` : 'Remove it, or see .env.example.'}`,
    { exit: 2 },
  ),
  SETTING_MALFORMED: define('{name} is not valid. Set it to {expected}.', { exit: 2 }),
  SETTING_MISSING: define('{name} is not set, and `{command}` needs it: {remedy}.', { exit: 2 }),
  ENV_FILE_UNREADABLE: define('{path} cannot be read: {reason}.', { exit: 2 }),
  PORT_IN_USE: define('{host}:{port} is already in use. Set {setting} to a free port.', { exit: 2 }),
  SHUTDOWN_TIMED_OUT: define('Shutdown did not finish within {seconds} s. Still closing: {pending}.'),
  LOCAL_CHAIN_ENDED: define('The local chain stopped unexpectedly ({how}). Its own message is above.'),
  COMMAND_USAGE: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
};
