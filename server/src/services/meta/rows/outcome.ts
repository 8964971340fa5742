import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { deleteFromDatabase } from '../session.ts'

/**
 * Whether changes were saved of which the response was lost. If not, they never will be: a request
 * with their token that still arrives is refused.
 */
export async function readOutcome(project: Project, token: string): Promise<{ saved: boolean }> {
  try {
    await deleteFromDatabase(project, async () => undefined, { token })
    return { saved: false }
  } catch (error) {
    if (error instanceof AppError && error.code === 'changes_already_saved') return { saved: true }
    throw error
  }
}
