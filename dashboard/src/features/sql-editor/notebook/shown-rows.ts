import type { Run } from '../run-store.ts'
import type { ShownRows } from './export-notebook.ts'

/** The rows of the last statement that returned some. */
export function shownRows(run: Run | undefined): ShownRows | undefined {
  if (run?.state !== 'done') return undefined
  return run.answer.results.findLast(({ rows }) => rows.length > 0)
}
