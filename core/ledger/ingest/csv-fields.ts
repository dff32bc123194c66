/**
 * The fields of one CSV record (RFC 4180): separated by commas, quoted with `"` if they contain commas, quotes or
 * newlines. Undefined if the quoting is invalid.
 */
export function csvFields(record: string): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = record[at] === '"';
    const end = quoted ? closingQuote(record, at + 1) : nextComma(record, at);
    if (end === undefined) return undefined;
    const text = record.slice(quoted ? at + 1 : at, end);
    if (!quoted && text.includes('"')) return undefined;
    fields.push(quoted ? text.replaceAll('""', '"') : text);
    at = quoted ? end + 1 : end;
    if (at === record.length) return fields;
    if (record[at] !== ',') return undefined;
    at += 1;
  }
}

function nextComma(record: string, from: number): number {
  const comma = record.indexOf(',', from);
  return comma < 0 ? record.length : comma;
}

function closingQuote(record: string, from: number): number | undefined {
  for (let at = record.indexOf('"', from); at >= 0; at = record.indexOf('"', at + 2)) {
    if (record[at + 1] !== '"') return at;
  }
  return undefined;
}
