/**
 * Line and column of a character, counted from 1. Postgres counts characters (code points), and so
 * do line and column here; JavaScript's strings count code units.
 */
export function locate(text: string, position: number): { line: number; column: number } {
  let line = 1
  let column = 1
  let count = 1
  for (const character of text) {
    if (count >= position) break
    count += 1
    column += 1
    if (character === '\n') {
      line += 1
      column = 1
    }
  }
  return { line, column }
}

/** The character at a position counted from 1. */
export function characterAt(text: string, position: number): string | undefined {
  let count = 0
  for (const character of text) {
    count += 1
    if (count === position) return character
  }
  return undefined
}

/** The position, counted from 1 in characters, of a code unit's index. */
export function positionOf(text: string, index: number): number {
  let position = 1
  let units = 0
  for (const character of text) {
    if (units >= index) break
    units += character.length
    position += 1
  }
  return position
}

/** The index of the code unit at which a character begins, whose position counts from 1. */
export function indexOf(text: string, position: number): number {
  let count = 1
  let index = 0
  for (const character of text) {
    if (count >= position) break
    count += 1
    index += character.length
  }
  return index
}
