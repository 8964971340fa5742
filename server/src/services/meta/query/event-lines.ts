import type { RunEvent } from '@stoa/contract/services/meta/query-stream'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { toAppError } from '../errors.ts'
import type { RunResult } from './answer.ts'
import type { LineFormat } from './line-stream.ts'
import type { TypeNames } from './type-names.ts'

/** A run as one `RunEvent` per line. */
export const eventLines = (typeNames: TypeNames, project: Project): LineFormat<RunResult> => ({
  async begin(result, columns) {
    // Types that the text itself creates have their names only in the last line.
    const nameOf = await typeNames(project, columns)
    return line({
      kind: 'result',
      result,
      columns: columns.map((column) => ({ name: column.name, type: nameOf(column) })),
    })
  },
  rows: (result, rows) => line({ kind: 'rows', result, rows: [...rows] }),
  done: (answer) => line({ kind: 'done', answer }),
  failed(error) {
    const refusal = toAppError(error)
    // A fault of the server has no text for a person, and breaks the stream off.
    if (!(refusal instanceof AppError)) return undefined
    const { status, code, message, hint, details } = refusal
    return line({ kind: 'failed', error: { status, code, message, hint, details } })
  },
})

const line = (event: RunEvent) => `${JSON.stringify(event)}\n`
