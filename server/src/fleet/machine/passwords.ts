import { createHmac } from 'node:crypto'
import { deriveKey } from '../../lib/secret-box.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { SUPERUSER } from '../../postgres/template.ts'
import type { Service } from '../../project/service.ts'

/** Passwords of 256 bits that nobody types and nobody stores: the installation key gives them again. */
export type Passwords = {
  /** Of the superuser in the template, and so in a copy that has not been given its own. */
  readonly template: string
  of(ref: string, role: InternalRole): string
}

/** The roles our services sign in with, beside the owner's `postgres`. */
export type InternalRole = Exclude<ServiceRole, 'postgres'>

/** Every role that something inside the server signs in as: the house's own two and the services'. */
export const serviceRoles = (services: readonly Service[]): readonly InternalRole[] => [
  ...new Set<InternalRole>([
    'authenticator',
    SUPERUSER,
    ...services.flatMap(({ database }) => database?.roles ?? []).filter(isInternal),
  ]),
]

const isInternal = (role: ServiceRole): role is InternalRole => role !== 'postgres'

export function createPasswords(installationKey: Buffer): Passwords {
  const key = deriveKey(installationKey, 'database-passwords')
  const derive = (name: string) => createHmac('sha256', key).update(name).digest('base64url')
  return {
    template: derive('template'),
    of: (ref, role) => derive(`role/${ref}/${role}`),
  }
}
