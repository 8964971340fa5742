import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { requireStrongPassword } from './require-strong-password.ts'

/**
 * Changes the password of the project's `postgres` role. It must be as strong as a new project's.
 */
export async function setDatabasePassword(
  { session, fleet, passwordStrength }: Pick<Context, 'fleet' | 'passwordStrength' | 'session'>,
  actor: Actor,
  { scope, password }: { scope: ProjectScope; password: string },
): Promise<Record<string, never>> {
  await requireStrongPassword(passwordStrength, password)
  let isIntended = false
  try {
    await fleet.setDatabasePassword(scope.ref, password, async (tx) => {
      await audit(tx, actor, { action: 'project.set_database_password', on: scope })
      isIntended = true
    })
  } catch (error) {
    if (isIntended)
      await audit(session, actor, { action: 'project.set_database_password_failed', on: scope })
    throw error
  }
  return {}
}
