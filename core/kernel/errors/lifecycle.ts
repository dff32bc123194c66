import { define } from './definition.ts';

export const lifecycleErrors = {
  PORT_IN_USE: define<{ host: string; port: number; setting: string }>(
    ({ host, port, setting }) => `${host}:${port} is already in use. Set ${setting} to a free port.`,
    { exit: 2 },
  ),
  SHUTDOWN_TIMED_OUT: define<{ pending: string; seconds: number }>(
    ({ pending, seconds }) => `Shutdown did not finish within ${seconds} s. Still closing: ${pending}.`,
  ),
  LOCAL_CHAIN_ENDED: define<{ how: string }>(
    ({ how }) => `The local chain stopped unexpectedly (${how}). Its own message is above.`,
  ),
  COMMAND_USAGE: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
};
