import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Appends one JSON line of counts per run to the file that `TEST_COUNT_FILE` names. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.TEST_COUNT_FILE;
    if (!path) return;
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    ).length;
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    appendFileSync(
      path,
      `${JSON.stringify({ passed: count('passed'), failed: count('failed') + broken })}\n`,
    );
  }
}
