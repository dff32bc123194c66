/** RFC 3339 in UTC, independent of the machine's locale and time zone. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}))?(?:\.0+)?(?:Z|\+00:00))?$/;

/** An ISO 8601 UTC timestamp as Unix seconds; a date alone is its midnight. Undefined if invalid. */
export function parseTime(text: string): number | undefined {
  const [, date, minutes = '00:00', seconds = '00'] = TIMESTAMP.exec(text) ?? [];
  if (date === undefined) return undefined;
  const whole = `${date}T${minutes}:${seconds}Z`;
  const milliseconds = Date.parse(whole);
  if (Number.isNaN(milliseconds)) return undefined;
  // A day that does not exist in its month would otherwise become one of the next month.
  return timeText(milliseconds / 1000) === whole ? milliseconds / 1000 : undefined;
}
