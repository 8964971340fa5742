import {
  createVaultSecret,
  deleteVaultSecret,
  getVaultKey,
  listVaultSecrets,
  revealVaultSecret,
  rotateVaultKey,
  updateVaultSecret,
} from '@stoa/contract/services/vault/secrets'
import { route } from '../../lib/http.ts'
import { CLUSTER_KEY_SCRIPT } from '../../postgres/clusters/key.ts'
import type { Service } from '../../project/service.ts'
import { changedFields } from '../../project/unchanged.ts'
import { readKey, rotateKey, settleKeys } from './key.ts'
import { createSecret, deleteSecret, listSecrets, revealSecret, updateSecret } from './secrets.ts'

/** Secrets that SQL can use: schema `vault` in the project's database, and its members' door. */
export const createVault = (): Service => ({
  name: 'vault',
  title: 'Vault',
  database: {
    roles: ['supabase_vault_admin', 'postgres'],
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
  memberDoors: [
    {
      needs: 'database',
      routes(app) {
        const routes = [
          route(listVaultSecrets).to(({ query, request }) =>
            listSecrets(request.project, query.search),
          ),
          route(createVaultSecret).to(async ({ body, request }) => {
            const created = await createSecret(request.project, body)
            await request.recordAudit({ action: 'vault_secret.create', target: body.name })
            return created
          }),
          route(updateVaultSecret).to(async ({ params, body, request }) => {
            const target = await updateSecret(request.project, params.id, body)
            const metadata = { changed: changedFields(body) }
            await request.recordAudit({ action: 'vault_secret.update', target, metadata })
            return {}
          }),
          route(deleteVaultSecret).to(async ({ params, request }) => {
            const target = await deleteSecret(request.project, params.id)
            await request.recordAudit({ action: 'vault_secret.delete', target })
            return {}
          }),
          route(revealVaultSecret).to(async ({ params, request }) => {
            const { value, target } = await revealSecret(request.project, params.id)
            // The access is in the audit log before the value is sent.
            await request.recordAudit({ action: 'vault_secret.reveal', target })
            return { value }
          }),
          route(getVaultKey).to(({ request }) => readKey(request.project)),
          route(rotateVaultKey).to(async ({ request }) => {
            const key = await rotateKey(request.project)
            const metadata = { rotated: key.secrets - key.unreadable_secrets }
            await request.recordAudit({
              action: 'vault_key.rotate',
              ...(key.id !== null && { target: key.id }),
              metadata,
            })
            return key
          }),
        ]
        for (const add of routes) add(app)
      },
    },
  ],
  start: settleKeys,
})
