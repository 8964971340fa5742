import { createHmac } from 'node:crypto'
import { deriveKey } from '../../lib/secret-box.ts'
import type { ServiceRole } from '../../postgres/database.ts'

/** Passwords of 256 bits that nobody types and nobody stores: the installation key gives them again. */
export type Passwords = {
  /** Of the superuser in the template, and so in a copy that has not been given its own. */
  readonly template: string
  of(ref: string, role: InternalRole): string
}

/** The roles our services sign in with, beside the owner's `postgres`. */
export type InternalRole = Exclude<ServiceRole, 'postgres'>
export const INTERNAL_ROLES = [
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_admin',
] as const satisfies readonly InternalRole[]

export function createPasswords(installationKey: Buffer): Passwords {
  const key = deriveKey(installationKey, 'database-passwords')
  const derive = (name: string) => createHmac('sha256', key).update(name).digest('base64url')
  return {
    template: derive('template'),
    of: (ref, role) => derive(`role/${ref}/${role}`),
  }
}
