/** Why a file cannot be loaded. Plain data, so that a thread can send it. */
export type Problem = {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly row: number | null
  readonly line: number | null
  readonly column: string | null
}

export class FileProblem extends Error {
  readonly problem: Problem

  constructor(
    code: string,
    message: string,
    where: Partial<Omit<Problem, 'code' | 'message'>> = {},
  ) {
    super(message)
    this.problem = { code, message, hint: null, row: null, line: null, column: null, ...where }
  }
}

export const missingColumn = (column: string) =>
  new FileProblem('file_column_missing', `The file has no column ${column}.`, {
    column,
    hint: 'The file has another structure than when the source was created. Create a new source for it.',
  })
