import { scanSql } from './sql-text.ts'

/** A parameter in SQL text: `:name`, or `$1` with the name `1`. */
export type FoundParameter = {
  readonly name: string
  readonly isNumbered: boolean
  readonly start: number
  readonly end: number
}

const NUMBERED = /\$([0-9]{1,4})(?![0-9])/y
const NAMED = /:([A-Za-z_][A-Za-z0-9_]{0,62})(?![A-Za-z0-9_$\u0080-\uffff])/y

/**
 * Finds the parameters of SQL text outside of quotes and comments. The colons of casts (`::`), slices
 * (`[low:high]`) and assignments (`:=`) begin none.
 */
export function findParameters(text: string): FoundParameter[] {
  const found: FoundParameter[] = []
  let brackets = 0
  let colonEnd = -1
  const take = (pattern: RegExp, start: number, isNumbered: boolean) => {
    pattern.lastIndex = start
    const name = pattern.exec(text)?.[1]
    if (name !== undefined) found.push({ name, isNumbered, start, end: pattern.lastIndex })
  }
  for (const token of scanSql(text)) {
    if (token.kind === 'parameter') take(NUMBERED, token.start, true)
    if (token.kind !== 'symbol') continue
    if (token.text === '[') brackets += 1
    if (token.text === ']') brackets -= 1
    if (token.text !== ':') continue
    if (brackets <= 0 && colonEnd !== token.start) take(NAMED, token.start, false)
    colonEnd = token.start + 1
  }
  return found
}
