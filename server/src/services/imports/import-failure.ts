import type { ImportProblem } from '@stoa/contract/services/imports/imports'

/** Ends an import, whose transaction is then rolled back. */
export class ImportFailure extends Error {
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, cause?: unknown) {
    super(problem.message, { cause })
    this.problem = problem
  }
}
