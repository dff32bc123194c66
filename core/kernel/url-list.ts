/** The http and https URLs of a list. A password may hold a comma, so only one before the next URL separates. */
export function urlsOf(list: string): string[] {
  return list.split(/\s*,\s*(?=https?:)/);
}
