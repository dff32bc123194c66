import { define } from './definition.ts';

export const operatorErrors = {
  OPERATOR_UNREACHABLE: define<{ pid: number; command: string; path: string; reason: string }>(
    ({ pid, command, path, reason }) =>
      `Process ${pid} (launchlens ${command}) holds the store, but it cannot be reached over ${path}: ${reason}.`,
    { exit: 2 },
  ),
  OPERATOR_REFUSED: define<{ command: string; detail: string }>(
    ({ command, detail }) => `The running process refused "${command}": ${detail}.`,
    { exit: 2 },
  ),
  OPERATOR_CUT_OFF: define<{ command: string; pid: number }>(
    ({ command, pid }) =>
      `Process ${pid} ended before it finished answering "${command}". Run the command again.`,
  ),
  OPERATOR_FAILED: define<{ code: string; message: string }>(({ message }) => message),
  OPERATOR_MISUSED: define<{ code: string; message: string }>(({ message }) => message, { exit: 2 }),
};
