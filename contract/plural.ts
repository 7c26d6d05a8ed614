/**
 * Chooses the text for a count. English and Tamil have these two forms. Each form is a whole sentence, so that another
 * language can order its words freely.
 */
export function plural<Text>(count: number, forms: { one: Text; other: Text }): Text {
  return count === 1 ? forms.one : forms.other
}
