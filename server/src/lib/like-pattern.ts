/** The pattern that `like` and `ilike` match with everything that contains the text. */
export const likePattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`
