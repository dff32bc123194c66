import { spawnSync } from 'node:child_process';
import { COMPILER } from '../../scripts/build-local-programs.ts';
import { IN_CI } from './ci.ts';

const missing = spawnSync(COMPILER, ['--version']).error !== undefined;

/** Whether the tests that compile the local programs are left out; in CI they fail instead. */
export const compilerIsMissing = missing && !IN_CI;

export const COMPILER_SUITE_NAME = compilerIsMissing
  ? `compiling the local programs (skipped: install the package ${COMPILER})`
  : 'compiling the local programs';
