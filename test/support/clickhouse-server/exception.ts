/** A failure as a ClickHouse server answers it. */
export class ServerException extends Error {
  readonly code: number;

  constructor(code: number, name: string, text: string) {
    super(`Code: ${code}. DB::Exception: ${text}. (${name}) (version 26.7.2.1)`);
    this.code = code;
  }
}

/** What chDB threw, in the server's words. */
export function fromEngine(error: unknown): ServerException {
  const text = error instanceof Error ? error.message : String(error);
  const match = /Code: (\d+)\. DB::Exception: ([\s\S]*?)\.? \(([A-Z][A-Z0-9_]+)\)/.exec(text);
  if (!match) return new ServerException(1002, 'UNKNOWN_EXCEPTION', text);
  return new ServerException(Number(match[1]), match[3] ?? '', match[2] ?? '');
}

const STATUS: Readonly<Record<number, number>> = { 47: 404, 60: 404, 81: 404, 62: 400, 457: 400, 516: 403 };

export function statusOf(exception: ServerException): number {
  return STATUS[exception.code] ?? 500;
}

/** How an exception is told when rows were already sent: the block that newer servers append to the body. */
export function trailer(exception: ServerException, tag: string): string {
  const text = `${exception.message}\n`;
  return `\r\n__exception__\r\n${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}\r\n__exception__\r\n`;
}
