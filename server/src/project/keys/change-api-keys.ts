import { randomUUID } from 'node:crypto'
import { newApiKey } from './api-keys.ts'
import { changeKeys, type KeyChanges } from './change-keys.ts'
import { apiKeyNotFound, lastOne, nameTaken, tooMany } from './errors.ts'
import { apiKeyContext } from './key-state.ts'
import type { FleetKeys } from './port.ts'
import { deleteApiKey, enableLegacyKeys, insertApiKey } from './queries.ts'

const MAX_API_KEYS = 50

type ApiKeyChanges = Pick<FleetKeys, 'createApiKey' | 'deleteApiKey' | 'enableLegacyKeys'>

export const apiKeyChanges = (keys: KeyChanges): ApiKeyChanges => ({
  createApiKey: (ref, { kind, name, description }, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx, { apiKeys }) {
        if (apiKeys.length >= MAX_API_KEYS)
          throw tooMany('too_many_api_keys', MAX_API_KEYS, 'API keys')
        if (apiKeys.some((key) => key.kind === kind && key.name === name))
          throw nameTaken(kind, name)
        const id = randomUUID()
        const value = newApiKey(kind)
        const sealed = keys.box.seal(value, apiKeyContext(ref, id))
        const at = keys.now()
        await insertApiKey(tx, { id, ref, kind, name, description, value: sealed, at })
        return { id, kind, name, description, value, createdAt: at, lastUsedAt: null }
      },
    }),

  deleteApiKey: (ref, id, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx, { apiKeys }) {
        const key = apiKeys.find((candidate) => candidate.id === id)
        if (!key) throw apiKeyNotFound()
        if (apiKeys.filter(({ kind }) => kind === key.kind).length === 1) throw lastOne(key.kind)
        await deleteApiKey(tx, id, keys.now())
        return key
      },
    }),

  enableLegacyKeys: (ref, isEnabled, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx) {
        await enableLegacyKeys(tx, ref, isEnabled)
      },
    }),
})
