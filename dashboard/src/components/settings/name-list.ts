/** Splits text at commas and line ends into names, without blanks and duplicates. */
export function parseNameList(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}
