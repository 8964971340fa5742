import { oneStatementExpected } from '../errors.ts'
import { readTextShape } from '../query/text-shape.ts'

/** 400 `one_statement_expected`. */
export function checkOneStatement(text: string): void {
  if (readTextShape(text).partStarts.length !== 1) throw oneStatementExpected()
}
