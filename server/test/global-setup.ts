import { projectMigrations } from '../src/fleet/copies/template.ts'
import { extensionsOf } from '../src/fleet/machine/native-extensions.ts'
import { serviceRoles } from '../src/fleet/machine/passwords.ts'
import { SUPERUSER } from '../src/postgres/clusters/template.ts'
import { DATABASE_PARTS } from './database-parts.ts'
import { testServices } from './services.ts'

/** Runs once before the server's tests; every test process inherits its environment variables. */
export function setup(): void {
  const services = testServices()
  process.env[DATABASE_PARTS] = JSON.stringify({
    migrations: projectMigrations(services).map((migration) => ({
      ...migration,
      folder: migration.folder.href,
    })),
    roles: serviceRoles(services).filter((role) => role !== SUPERUSER),
    extensions: extensionsOf(services),
  })
}
