import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List a project's secrets, without their values. */
    'vault:read': true
    /** Create, change, and delete secrets. */
    'vault:write': true
    /** See the value of a secret. */
    'vault:reveal': true
  }
}

/** The longest list; the rest can be found by a search. */
export const MAX_LISTED_SECRETS = 1000

export const VaultSecret = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string(),
  /** False if the database no longer has the key that encrypted the value. */
  is_readable: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type VaultSecret = z.infer<typeof VaultSecret>

const Name = z.string().trim().min(1).max(200)
const Description = z.string().trim().max(1000)
const Value = z.string().min(1).max(65_536)

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/vault/{ref}/secrets'

/** The secrets whose name or description contains the search text, by name. */
export const listVaultSecrets = endpoint({
  method: 'GET',
  path,
  access: 'vault:read',
  params: byRef,
  query: z.object({ search: z.string().max(200).optional() }),
  response: z.array(VaultSecret),
})

export const createVaultSecret = endpoint({
  method: 'POST',
  path,
  access: 'vault:write',
  params: byRef,
  body: z.object({ name: Name, description: Description, value: Value }),
  response: z.object({ id: z.string() }),
})

/**
 * The values of a secret that a form showed before the change. The time shows whether its value is
 * unchanged.
 */
export const ReplacedSecret = VaultSecret.pick({ name: true, description: true, updated_at: true })

/**
 * Changes the given fields; without a new value, the value stays. With `replaces`, 409
 * `definition_changed` if the secret has changed since.
 */
export const updateVaultSecret = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'vault:write',
  params: byId,
  body: z.object({
    name: Name.optional(),
    description: Description.optional(),
    value: Value.optional(),
    replaces: ReplacedSecret.optional(),
  }),
  response: z.object({}),
})

export const deleteVaultSecret = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'vault:write',
  params: byId,
  response: z.object({}),
})

/** The value of a secret. The access is recorded in the audit log. */
export const revealVaultSecret = endpoint({
  method: 'POST',
  path: `${path}/{id}/reveal`,
  access: 'vault:reveal',
  params: byId,
  response: z.object({ value: z.string() }),
})

export const VaultKey = z.object({
  /** Half of a digest of the key; null if the key's file is missing. */
  id: z.string().nullable(),
  /** Null before the first rotation. */
  rotated_at: z.string().nullable(),
  secrets: z.number(),
  /** Secrets whose key the database no longer has. */
  unreadable_secrets: z.number(),
})
export type VaultKey = z.infer<typeof VaultKey>

/** The key that new values are encrypted with. */
export const getVaultKey = endpoint({
  method: 'GET',
  path: '/platform/vault/{ref}/key',
  access: 'vault:read',
  params: byRef,
  response: VaultKey,
})

/**
 * Encrypts every readable secret with a new key and removes the old one. 409
 * `vault_rotation_running`, `vault_busy`.
 */
export const rotateVaultKey = endpoint({
  method: 'POST',
  path: '/platform/vault/{ref}/key/rotate',
  access: 'vault:write',
  params: byRef,
  response: VaultKey,
})
