import {
  createVaultSecret,
  deleteVaultSecret,
  getVaultKey,
  listVaultSecrets,
  revealVaultSecret,
  rotateVaultKey,
  updateVaultSecret,
} from '@stoa/contract/services/vault/secrets'
import { route, type Route } from '../../lib/http.ts'
import { changedFields } from '../../project/unchanged.ts'
import { readKey, rotateKey } from './key.ts'
import { createSecret, deleteSecret, listSecrets, revealSecret, updateSecret } from './secrets.ts'

/** The routes for members at `/platform/vault/:ref`. */
export const memberRoutes: readonly Route[] = [
  route(listVaultSecrets).to(({ query, request }) => listSecrets(request.project, query.search)),
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
