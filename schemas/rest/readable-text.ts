/**
 * What can be wrong with a name that people read before they sign, by Unicode's security mechanisms (UTS #39). Names in
 * any living language pass; text that shows as nothing, or as another name, does not.
 */

/** Shown as nothing: all that Unicode lets a font ignore, and what is blank by its shape. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** As Unicode bounds them: no mark before a letter, none twice on one, at most four on one. */
const STACKED_MARKS = /(?:^|\s)\p{M}|([\p{Mn}\p{Me}])\1|[\p{Mn}\p{Me}]{5}/u;

/** The scripts in general and in limited use today (UAX #31, tables 5 and 7). Historic ones are nobody's name. */
const SCRIPTS =
  'Adlm Arab Armn Bali Beng Bopo Bugi Cakm Cans Cham Cher Copt Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Java Kali Kana Khmr Knda Lana Laoo Latn Lepc Limb Lisu Mand Mlym Mtei Mymr Newa Nkoo Olck Orya Osge Phag Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Thai Tibt Vaii Wcho Yiii'.split(
    ' ',
  );

/** The "highly restrictive" level: one script, or Latin with those of Japanese, Chinese or Korean. */
const ONE_LANGUAGE = [
  ...['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'].map((mix) => mix.split(' ')),
  ...SCRIPTS.map((script) => [script]),
].map((scripts) => {
  const classes = [...scripts, 'Zyyy', 'Zinh'].map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${classes.join('')}]*$`, 'u');
});

/** The first character that shows as nothing. */
export function invisibleIn(text: string): string | undefined {
  return INVISIBLE.exec(text)?.[0];
}

/** Whether marks hide the letter that they stand on, or each other. */
export function stacksMarks(text: string): boolean {
  return STACKED_MARKS.test(text.normalize('NFD'));
}

/** Whether scripts are mixed that no language mixes, so that letters of one can pass for those of the other. */
export function mixesScripts(text: string): boolean {
  return !ONE_LANGUAGE.some((language) => language.test(text));
}
