import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { connectionString } from '../projects/port.ts'

/** A project's secrets. The audit log records the access before the response is sent. */
export async function revealSecrets(
  context: Pick<Context, 'addresses' | 'fleet' | 'session'>,
  actor: Actor,
  scope: ProjectScope,
) {
  const { ref } = scope
  const { keys, databasePassword } = await context.fleet.secrets(ref)
  await audit(context.session, actor, { action: 'project.reveal_secrets', on: scope })
  return {
    service_role_key: keys.serviceRoleKey,
    secret_key: keys.secretKey,
    jwt_secret: keys.jwtSecret,
    database_password: databasePassword,
    connection_string: connectionString(
      context.addresses(),
      ref,
      encodeURIComponent(databasePassword),
    ),
  }
}
