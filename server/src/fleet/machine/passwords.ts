import { createHmac } from 'node:crypto'
import { deriveKey } from '../../lib/secret-box.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { Service } from '../../project/service.ts'

/** 256-bit passwords derived from the installation key, so they are never typed or stored. */
export type Passwords = {
  /** The superuser's password in the template, and in a copy that does not have its own yet. */
  readonly template: string
  of(ref: string, role: InternalRole): string
}

/** The roles that services sign in as, except the owner's `postgres`. */
export type InternalRole = Exclude<ServiceRole, 'postgres'>

/** Every role that the server signs in as: `authenticator`, the superuser, the services' roles. */
export const serviceRoles = (services: readonly Service[]): readonly InternalRole[] => [
  ...new Set<InternalRole>([
    'authenticator',
    SUPERUSER,
    ...services.flatMap(({ database }) => database?.roles ?? []).filter(isInternal),
  ]),
]

/**
 * Roles that nobody can sign in as from outside: the services' roles, and names that such platforms
 * reserve.
 */
export const closedRoles = (services: readonly Service[]): ReadonlySet<string> =>
  new Set([...serviceRoles(services), 'dashboard_user', 'pgbouncer'])

const isInternal = (role: ServiceRole): role is InternalRole => role !== 'postgres'

export function createPasswords(installationKey: Buffer): Passwords {
  const key = deriveKey(installationKey, 'database-passwords')
  const derive = (name: string) => createHmac('sha256', key).update(name).digest('base64url')
  return {
    template: derive('template'),
    of: (ref, role) => derive(`role/${ref}/${role}`),
  }
}
