import { CLUSTER_KEY_SCRIPT } from '../../postgres/clusters/key.ts'
import type { Service } from '../../project/service.ts'
import { settleKeys } from './key.ts'
import { memberRoutes } from './member-routes.ts'

/** Secrets that SQL can use: schema `vault` in the project's database, and its members' door. */
export const createVault = (): Service => ({
  name: 'vault',
  title: 'Vault',
  database: {
    roles: ['supabase_vault_admin', 'postgres'],
    definitions: ['vault.stoa_key_in_use'],
    migrations: {
      owner: 'vault',
      folder: new URL('migrations/', import.meta.url),
      role: 'supabase_vault_admin',
      bySuperuser: ['0001-vault.sql', '0002-key-rotation.sql'],
    },
    standIn: {
      name: 'supabase_vault',
      version: '0.3.1',
      schema: 'vault',
      comment: 'Provided by the server in the schema vault',
    },
    nativeExtension: {
      name: 'supabase_vault',
      oldest: [0, 3],
      library: { 'vault.getkey_script': `'./${CLUSTER_KEY_SCRIPT}'` },
      folder: new URL('native/', import.meta.url),
      moves: ['vault.secrets', 'vault.stoa_key_in_use'],
      replaces: ['vault.secrets', 'vault.decrypted_secrets'],
    },
  },
  permissions: {
    'vault:read': ['owner', 'administrator', 'developer', 'read_only'],
    'vault:write': ['owner', 'administrator', 'developer'],
    'vault:reveal': ['owner', 'administrator', 'developer'],
  },
  memberDoors: [{ needs: 'database', routes: memberRoutes }],
  start: settleKeys,
})
