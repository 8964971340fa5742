/**
 * Removes all characters of one kind from the end of a text. A regular expression ending in `$`
 * would scan to the end again from each of them.
 */
export function withoutRun(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
