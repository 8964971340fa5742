/**
 * Returns at most `length` code units of a text. Half of a surrogate pair becomes U+FFFD, because
 * servers reject unpaired surrogates.
 */
export const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()
