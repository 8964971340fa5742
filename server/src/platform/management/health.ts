import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { checkServices } from '../projects/port.ts'

/** Names that the hosted platform uses instead of the service's own. */
const HOSTED_NAMES = new Map([
  ['db', 'meta'],
  ['db_postgres_user', 'meta'],
])

/** The health of services by their names on the hosted platform; of all our services if none is named. */
export async function readManagedHealth(
  context: Pick<Context, 'fleet'>,
  scope: ProjectScope,
  asked: readonly string[],
) {
  const checked = await checkServices(context, scope)
  const names = asked.length > 0 ? asked : checked.map(({ name }) => name)
  return names.flatMap((name) => {
    const found = checked.find((each) => each.name === (HOSTED_NAMES.get(name) ?? name))
    if (!found) return []
    // A sleeping service serves the next request.
    const healthy = found.status === 'healthy' || found.status === 'sleeping'
    return {
      name,
      healthy,
      status: healthy ? ('ACTIVE_HEALTHY' as const) : ('UNHEALTHY' as const),
      ...(found.error && { error: found.error.message }),
    }
  })
}
