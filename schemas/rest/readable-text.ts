/**
 * Problems of a name that people read before they sign, by Unicode's security mechanisms (UTS #39). Names in any
 * living language pass; invisible text, or text that imitates another name, does not.
 */

/** Invisible: everything that Unicode lets a font ignore, and characters with a blank shape. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Unicode's limits: no mark before a letter, no duplicates on one, at most four on one. */
const STACKED_MARKS = /(?:^|\s)\p{M}|([\p{Mn}\p{Me}])\1|[\p{Mn}\p{Me}]{5}/u;

/** The scripts in general and limited use today (UAX #31, tables 5 and 7). Historic ones do not occur in names. */
const SCRIPTS =
  'Adlm Arab Armn Bali Beng Bopo Bugi Cakm Cans Cham Cher Copt Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Java Kali Kana Khmr Knda Lana Laoo Latn Lepc Limb Lisu Mand Mlym Mtei Mymr Newa Nkoo Olck Orya Osge Phag Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Thai Tibt Vaii Wcho Yiii'.split(
    ' ',
  );

/** The "highly restrictive" level: one script, or Latin with the scripts of Japanese, Chinese or Korean. */
const ONE_LANGUAGE = [
  ...['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'].map((mix) => mix.split(' ')),
  ...SCRIPTS.map((script) => [script]),
].map((scripts) => {
  const classes = [...scripts, 'Zyyy', 'Zinh'].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});

/** The first invisible character. */
export function invisibleIn(text: string): string | undefined {
  return INVISIBLE.exec(text)?.[0];
}

/** Whether marks hide their letter or each other. */
export function stacksMarks(text: string): boolean {
  return STACKED_MARKS.test(text.normalize('NFD'));
}

/** Whether scripts are mixed that no language mixes, so that letters of one can imitate the other. */
export function mixesScripts(text: string): boolean {
  return !ONE_LANGUAGE.some((language) => language.test(text));
}
