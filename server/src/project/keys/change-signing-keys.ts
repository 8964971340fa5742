import { randomUUID } from 'node:crypto'
import type { Session } from '../../postgres/database.ts'
import { changeKeys, lockKeys, type KeyChanges } from './change-keys.ts'
import { alreadyKnown, signingKeyNotFound, standbyExists, tooMany } from './errors.ts'
import { signingKeyContext, type KeyState } from './key-state.ts'
import type { FleetKeys, SigningKeyRecord } from './port.ts'
import { changeSigningKey, deleteSigningKey, insertSigningKey } from './queries.ts'
import { generateMaterial, importMaterial, isSameMaterial } from './signing-material.ts'
import { nextKeyState, refuseKeyEvent, type SigningKeyEvent } from './signing-key-states.ts'

const MAX_SIGNING_KEYS = 20

type SigningKeyChanges = Pick<
  FleetKeys,
  'createSigningKey' | 'rotateSigningKey' | 'revokeSigningKey' | 'removeSigningKey'
>

export const signingKeyChanges = (keys: KeyChanges): SigningKeyChanges => ({
  async createSigningKey(ref, { algorithm, privateKey }, within) {
    // Generating an RSA key is slow, so it happens before the transaction takes its lock.
    const material =
      privateKey === undefined
        ? await generateMaterial(algorithm)
        : importMaterial(algorithm, privateKey)
    return changeKeys(keys, ref, {
      within,
      async work(tx, { signingKeys }) {
        if (signingKeys.some(({ record }) => record.state === 'standby')) throw standbyExists()
        if (signingKeys.some((entry) => isSameMaterial(entry.material, material)))
          throw alreadyKnown()
        if (signingKeys.length >= MAX_SIGNING_KEYS)
          throw tooMany('too_many_signing_keys', MAX_SIGNING_KEYS, 'signing keys')
        const id = randomUUID()
        const sealed = keys.box.seal(JSON.stringify(material), signingKeyContext(ref, id))
        const at = keys.now()
        await insertSigningKey(tx, { id, ref, algorithm, state: 'standby', material: sealed, at })
        return findSigningKey(await lockKeys(keys, tx, ref), id).record
      },
    })
  },

  rotateSigningKey: (ref, id, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx, state) {
        const { record: next } = findSigningKey(state, id)
        nextKeyState(next.state, 'promote')
        for (const { record } of state.signingKeys)
          if (record.state === 'in_use') await step(keys, tx, { key: record, event: 'demote' })
        await step(keys, tx, { key: next, event: 'promote' })
        return findSigningKey(await lockKeys(keys, tx, ref), id).record
      },
    }),

  revokeSigningKey: (ref, id, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx, state) {
        await step(keys, tx, { key: findSigningKey(state, id).record, event: 'revoke' })
        return findSigningKey(await lockKeys(keys, tx, ref), id).record
      },
    }),

  removeSigningKey: (ref, id, within) =>
    changeKeys(keys, ref, {
      within,
      async work(tx, state) {
        const { record } = findSigningKey(state, id)
        await step(keys, tx, { key: record, event: 'remove' })
        return record
      },
    }),
})

async function step(
  { now }: Pick<KeyChanges, 'now'>,
  tx: Session,
  { key, event }: { readonly key: SigningKeyRecord; readonly event: SigningKeyEvent },
): Promise<void> {
  const { id, state: from } = key
  const to = nextKeyState(from, event)
  const touched =
    to === 'gone'
      ? await deleteSigningKey(tx, id, from)
      : await changeSigningKey(tx, { id, from, to, at: now() })
  if (touched === 0) throw refuseKeyEvent(from, event)
}

/** The signing key with the id; 404 `signing_key_not_found`. */
export function findSigningKey(
  { signingKeys }: KeyState,
  id: string,
): KeyState['signingKeys'][number] {
  const key = signingKeys.find(({ record }) => record.id === id)
  if (!key) throw signingKeyNotFound()
  return key
}
