/** A text's first code units, `length` at most; half of a surrogate pair, which no server keeps, becomes U+FFFD. */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()
