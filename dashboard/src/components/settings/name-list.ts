/** Names typed with commas or line ends between them, without blanks and repetitions. */
export function parseNameList(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}
