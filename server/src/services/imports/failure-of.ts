import { AppError } from '../../lib/errors.ts'
import { FileProblem } from '../../lib/table-files/problem.ts'
import { isDatabaseFailure } from '../../postgres/failures.ts'
import { ofAppError, ofDatabase, toImportProblem } from './errors.ts'
import { ImportFailure } from './import-failure.ts'

/** The failure of an import, from an error of its file or of Postgres. */
export function failureOf(error: unknown): unknown {
  if (error instanceof ImportFailure) return error
  if (error instanceof FileProblem) return new ImportFailure(toImportProblem(error.problem), error)
  if (error instanceof AppError) return new ImportFailure(ofAppError(error), error)
  if (isDatabaseFailure(error))
    return new ImportFailure(ofDatabase(error, { line: null, column: null }), error)
  return error
}
