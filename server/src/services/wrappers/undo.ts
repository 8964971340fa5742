/** Steps that undo the work so far, the latest first. */
export type Undo = (step: () => Promise<unknown>) => void

/**
 * Runs work that has several transactions. If it rejects, its earlier steps are undone; a step that
 * fails does not keep the others from running.
 */
export async function undoingOnFailure<T>(work: (undo: Undo) => Promise<T>): Promise<T> {
  const steps: (() => Promise<unknown>)[] = []
  try {
    return await work((step) => steps.push(step))
  } catch (error) {
    for (const step of steps.toReversed()) await step().catch(() => {})
    throw error
  }
}
