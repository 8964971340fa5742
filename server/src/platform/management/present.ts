import type { ManagedProject } from '@stoa/contract/platform/management'
import type { Project } from '@stoa/contract/platform/projects'
import type { Instance } from '../../fleet/port.ts'
import type { Context } from '../context.ts'

/** A project in the shape of the Management API. */
export function toManagedProject(
  { addresses, engineVersion }: Pick<Context, 'addresses' | 'engineVersion'>,
  project: Project,
  instance: Instance | undefined,
): ManagedProject {
  const version = instance?.engineVersion ?? engineVersion
  return {
    id: project.ref,
    ref: project.ref,
    organization_id: project.organization_slug,
    organization_slug: project.organization_slug,
    name: project.name,
    region: project.region,
    created_at: project.inserted_at,
    status: project.status === 'RESIZING' ? 'RESTARTING' : project.status,
    database: {
      host: addresses().databaseHost,
      version,
      postgres_engine: version.split('.')[0] ?? version,
      release_channel: 'ga',
    },
  }
}
