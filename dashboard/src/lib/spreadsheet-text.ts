/**
 * A text as a cell of a file that people open in a spreadsheet: one that begins like a formula gets
 * an apostrophe, so that it stays text. Not for files that are read back, because it changes the text.
 */
export const spreadsheetText = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
