/** Words that depend on a number, in the syntax of ICU's message format: `{count, plural, one {object} other {objects}}`. */

/** Forms hold no braces: the number itself stands outside, as `{count}`. */
const CHOICE = /\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}/g;

/** Puts the form of a language, by its plural category of the number, in the place of each choice; a category without a form takes `other`. */
export const inNumber = (text: string, values: Readonly<Record<string, unknown>>, tag: string): string =>
  text.replace(CHOICE, (whole, name: string, forms: string) => {
    const form = (category: string): string | undefined => forms.match(` ${category} {(.*?)}`)?.[1];
    return form(new Intl.PluralRules(tag).select(Number(values[name]))) ?? form('other') ?? whole;
  });
