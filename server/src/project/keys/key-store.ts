import { randomUUID } from 'node:crypto'
import type { ApiKeyKind } from '@stoa/contract/platform/keys'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Session } from '../../postgres/database.ts'
import type { Within } from '../../postgres/within.ts'
import type { FleetKeys, SigningKeyRecord } from './port.ts'
import {
  changeSigningKey,
  countKeyChange,
  deleteApiKey,
  deleteSigningKey,
  enableLegacyKeys,
  insertApiKey,
  insertSigningKey,
} from './queries.ts'
import { createLatestValues, type Latest } from '../latest-values.ts'
import { createKeyUses, type KeyRing } from './key-ring.ts'
import type { KeyRecords } from './sealed-keys.ts'
import {
  apiKeyContext,
  readKeyState,
  signingKeyContext,
  toKeyRing,
  type KeyState,
  type KeyStateDeps,
} from './key-state.ts'
import { newApiKey, type ApiKeys } from './api-keys.ts'
import {
  exportMaterial,
  generateMaterial,
  importMaterial,
  isSameMaterial,
} from './signing-material.ts'
import { createThirdPartyStore } from './third-party/store.ts'
import { nextKeyState, refuseKeyEvent, type SigningKeyEvent } from './signing-key-states.ts'

export type KeyStore = FleetKeys & {
  /** Creates the key records of a project inserted in this transaction. */
  adopt(tx: Session, ref: string): Promise<void>
  defaults(ref: string): Promise<ApiKeys>
  /** Reads the keys of a project that starts. They follow every change, until `forget`. */
  open(ref: string): Promise<Latest<KeyRing>>
  forget(ref: string): void
}

/** A change of one project's keys, and further writes in the same transaction. */
type Change<T> = {
  readonly work: (tx: Session, state: KeyState) => Promise<T>
  readonly within: Within<T> | undefined
}

const MOST_API_KEYS = 50
const MOST_SIGNING_KEYS = 20

/** The projects' keys, stored in the control-plane database and cached for running projects. */
export function createKeyStore(deps: {
  records: KeyRecords
  box: SecretBox
  clock: Clock
  log: Log
  outgoing: Outgoing
}): KeyStore {
  const { records, box, clock, log, outgoing } = deps
  const { session } = records
  const now = () => clock.now()
  const noteUse = createKeyUses({ ...deps, session })
  const stateDeps: KeyStateDeps = { records, box, now }
  const latest = createLatestValues<KeyRing>()

  const remember = (ref: string, state: KeyState) =>
    latest.update(
      ref,
      state.version,
      toKeyRing(state, { noteUse, readAgain: (id) => thirdParties.readAgain(ref, id) }),
    )

  const lock = async (tx: Session, ref: string): Promise<KeyState> => {
    const state = await readKeyState(stateDeps, tx, { ref, mode: 'lock' })
    if (state === 'not_adopted') throw new Error('A locked project was not adopted')
    return state
  }

  async function read(ref: string): Promise<KeyState> {
    const state = await readKeyState(stateDeps, session(), { ref, mode: 'read' })
    if (state !== 'not_adopted') return state
    return session().transaction((tx) => lock(tx, ref))
  }

  /** Changes run one at a time, each in one transaction; resolves with the cache up to date. */
  async function change<T>(ref: string, { work, within }: Change<T>): Promise<T> {
    const { answer, state } = await session().transaction(async (tx) => {
      const made = await work(tx, await lock(tx, ref))
      await within?.(tx, made)
      await countKeyChange(tx, ref)
      return { answer: made, state: await lock(tx, ref) }
    })
    remember(ref, state)
    return answer
  }

  const thirdParties = createThirdPartyStore({ outgoing, session, change, now, log })

  const revoke = (ref: string, id: string, within: Within<SigningKeyRecord> | undefined) =>
    change(ref, {
      within,
      async work(tx, state) {
        await step(tx, findSigningKey(state, id), 'revoke')
        return findSigningKey(await lock(tx, ref), id)
      },
    })

  async function step(tx: Session, key: SigningKeyRecord, event: SigningKeyEvent): Promise<void> {
    const to = nextKeyState(key.state, event)
    const { id, state: from } = key
    const touched =
      to === 'gone'
        ? await deleteSigningKey(tx, id, from)
        : await changeSigningKey(tx, { id, from, to, at: now() })
    if (touched === 0) throw refuseKeyEvent(from, event)
  }

  return {
    async adopt(tx, ref) {
      await lock(tx, ref)
    },
    defaults: async (ref) => (await read(ref)).defaults,
    async open(ref) {
      // From here on every change is kept, so none is missed during the start.
      latest.follow(ref)
      return remember(ref, await read(ref))
    },
    forget: latest.forget,

    async list(ref) {
      const { apiKeys, signingKeys, areLegacyKeysEnabled } = await read(ref)
      return {
        apiKeys,
        signingKeys: signingKeys.map(({ record }) => record),
        areLegacyKeysEnabled,
      }
    },

    createApiKey: (ref, { kind, name, description }, within) =>
      change(ref, {
        within,
        async work(tx, { apiKeys }) {
          if (apiKeys.length >= MOST_API_KEYS)
            throw tooMany('too_many_api_keys', MOST_API_KEYS, 'API keys')
          if (apiKeys.some((key) => key.kind === kind && key.name === name))
            throw nameTaken(kind, name)
          const id = randomUUID()
          const value = newApiKey(kind)
          const sealed = box.seal(value, apiKeyContext(ref, id))
          const at = now()
          await insertApiKey(tx, { id, ref, kind, name, description, value: sealed, at })
          return { id, kind, name, description, value, createdAt: at, lastUsedAt: null }
        },
      }),

    deleteApiKey: (ref, id, within) =>
      change(ref, {
        within,
        async work(tx, { apiKeys }) {
          const key = apiKeys.find((candidate) => candidate.id === id)
          if (!key) throw unknown('api_key_not_found', 'API key')
          if (apiKeys.filter(({ kind }) => kind === key.kind).length === 1) throw lastOne(key.kind)
          await deleteApiKey(tx, id, now())
          return key
        },
      }),

    enableLegacyKeys: (ref, isEnabled, within) =>
      change(ref, {
        within,
        async work(tx) {
          await enableLegacyKeys(tx, ref, isEnabled)
        },
      }),

    async createSigningKey(ref, { algorithm, privateKey }, within) {
      // Generating an RSA key is slow, so it happens before the transaction takes its lock.
      const material =
        privateKey === undefined
          ? await generateMaterial(algorithm)
          : importMaterial(algorithm, privateKey)
      return change(ref, {
        within,
        async work(tx, { signingKeys }) {
          if (signingKeys.some(({ record }) => record.state === 'standby')) throw standbyExists()
          if (signingKeys.some((entry) => isSameMaterial(entry.material, material)))
            throw alreadyKnown()
          if (signingKeys.length >= MOST_SIGNING_KEYS)
            throw tooMany('too_many_signing_keys', MOST_SIGNING_KEYS, 'signing keys')
          const id = randomUUID()
          const sealed = box.seal(JSON.stringify(material), signingKeyContext(ref, id))
          const key = { id, ref, algorithm, state: 'standby', material: sealed, at: now() } as const
          await insertSigningKey(tx, key)
          return findSigningKey(await lock(tx, ref), id)
        },
      })
    },

    rotateSigningKey: (ref, id, within) =>
      change(ref, {
        within,
        async work(tx, state) {
          const next = findSigningKey(state, id)
          nextKeyState(next.state, 'promote')
          for (const { record } of state.signingKeys)
            if (record.state === 'in_use') await step(tx, record, 'demote')
          await step(tx, next, 'promote')
          return findSigningKey(await lock(tx, ref), id)
        },
      }),
    revokeSigningKey: revoke,
    removeSigningKey: (ref, id, within) =>
      change(ref, {
        within,
        async work(tx, state) {
          const key = findSigningKey(state, id)
          await step(tx, key, 'remove')
          return key
        },
      }),

    listThirdParties: thirdParties.list,
    createThirdParty: thirdParties.create,
    deleteThirdParty: thirdParties.delete,

    async revealSigningKey(ref, id) {
      const { signingKeys } = await read(ref)
      const found = signingKeys.find(({ record }) => record.id === id)
      if (!found) throw unknown('signing_key_not_found', 'signing key')
      return exportMaterial(found.record.algorithm, found.material)
    },
  }
}

function findSigningKey({ signingKeys }: KeyState, id: string): SigningKeyRecord {
  const found = signingKeys.find(({ record }) => record.id === id)
  if (!found) throw unknown('signing_key_not_found', 'signing key')
  return found.record
}

const unknown = (code: string, what: string) =>
  new AppError(code, `This ${what} does not exist.`, { status: 404 })

const nameTaken = (kind: ApiKeyKind, name: string) =>
  new AppError('api_key_name_taken', `A ${kind} key named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or delete that key first.',
  })

const lastOne = (kind: ApiKeyKind) =>
  new AppError('last_api_key', `This is the project's last ${kind} key.`, {
    status: 409,
    hint: 'Create another key first, then delete this one.',
  })

const tooMany = (code: string, most: number, what: string) =>
  new AppError(code, `A project can have at most ${most} ${what}.`, {
    status: 409,
    hint: 'Delete an unused one first.',
  })

const standbyExists = () =>
  new AppError('standby_key_exists', 'A standby key already exists.', {
    status: 409,
    hint: 'Rotate to it or revoke it first.',
  })

const alreadyKnown = () =>
  new AppError('signing_key_known', 'The project already has this key.', {
    status: 409,
    hint: 'If it was revoked, delete it first to import it again.',
  })
