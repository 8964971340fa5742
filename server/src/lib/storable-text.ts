/** A text as Postgres can store it: without NUL and halves of surrogate pairs. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '\u{fffd}').toWellFormed()
