import { defineForClients as define } from './definition.ts';

/** Reasons why a backtest cannot be run or found. */
export const backtestErrors = {
  BACKTEST_REFUSED: define('{detail}', {
    status: 400,
    remedy: 'Correct the bars, the window or the rules that the message names.',
  }),
  BACKTEST_BARS_MISSING: define('The price provider gave no usable bars: {detail}', {
    status: 503,
    retryable: true,
    remedy: 'Try again later, or pass the bars as csv.',
  }),
  BACKTEST_NOT_CONFIGURED: define('{name} is not set, so this backtest cannot be run.', {
    status: 409,
    remedy: 'Run it over csv and with the locked fees, or tell the user: the operator has to set it.',
  }),
  BACKTESTS_BUSY: define('Other backtests are running. Try again in {seconds} s.', {
    status: 503,
    retryable: true,
    remedy: 'Wait for the running backtest, then call again.',
  }),
  BACKTEST_UNKNOWN: define('The owner has no backtest with this id. It may have expired.', {
    status: 404,
    remedy: 'Call list_backtests for the ids.',
  }),
  BACKTEST_STOPPED: define('The backtest took longer than {seconds} s and was stopped.', {
    status: 503,
    remedy: 'Choose a shorter window.',
  }),
};
