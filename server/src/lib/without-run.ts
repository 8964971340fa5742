/**
 * The text without the characters of one kind at its end. A regular expression that ends in `$` would
 * look for the end again from each of them.
 */
export function withoutRun(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
