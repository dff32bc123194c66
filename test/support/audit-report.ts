import { type AuditReport, auditReport } from '../../schemas/cli/audit-report.ts';
import type { Ended } from './launchlens-process.ts';

/** What `launchlens audit --json` printed. */
export function reportIn({ stdout, stderr }: Ended): AuditReport {
  if (!stdout.endsWith('\n')) throw new Error(stderr);
  return auditReport.parse(JSON.parse(stdout));
}
