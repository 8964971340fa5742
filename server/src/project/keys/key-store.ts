import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Session } from '../../postgres/database.ts'
import { createLatestValues, type Latest } from '../latest-values.ts'
import type { ApiKeys } from './api-keys.ts'
import { apiKeyChanges } from './change-api-keys.ts'
import { changeKeys, lockKeys, readKeys, type KeyChanges } from './change-keys.ts'
import { findSigningKey, signingKeyChanges } from './change-signing-keys.ts'
import { createKeyUses, type KeyRing } from './key-ring.ts'
import { toKeyRing, type KeyState } from './key-state.ts'
import type { FleetKeys } from './port.ts'
import type { KeyRecords } from './sealed-keys.ts'
import { exportMaterial } from './signing-material.ts'
import { createThirdPartyStore } from './third-party/store.ts'

export type KeyStore = FleetKeys & {
  /** Creates the key records of a project inserted in this transaction. */
  adopt(tx: Session, ref: string): Promise<void>
  defaults(ref: string): Promise<ApiKeys>
  /** Reads the keys of a project that starts. They follow every change, until `forget`. */
  open(ref: string): Promise<Latest<KeyRing>>
  forget(ref: string): void
}

/** The projects' keys, stored in the control-plane database and cached for running projects. */
export function createKeyStore(deps: {
  readonly records: KeyRecords
  readonly box: SecretBox
  readonly clock: Clock
  readonly log: Log
  readonly outgoing: Outgoing
}): KeyStore {
  const { records, box, clock, log, outgoing } = deps
  const { session } = records
  const now = () => clock.now()
  const noteUse = createKeyUses({ ...deps, session })
  const latest = createLatestValues<KeyRing>()
  const remember = (ref: string, state: KeyState) =>
    latest.update(
      ref,
      state.version,
      toKeyRing(state, { noteUse, readAgain: (id) => thirdParties.readAgain(ref, id) }),
    )
  const keys: KeyChanges = { deps: { records, box, now }, box, session, now, changed: remember }
  const thirdParties = createThirdPartyStore({
    outgoing,
    session,
    change: (ref, change) => changeKeys(keys, ref, change),
    now,
    log,
  })

  return {
    async adopt(tx, ref) {
      await lockKeys(keys, tx, ref)
    },
    defaults: async (ref) => (await readKeys(keys, ref)).defaults,
    async open(ref) {
      // From here on every change is kept, so none is missed during the start.
      latest.follow(ref)
      return remember(ref, await readKeys(keys, ref))
    },
    forget: latest.forget,
    async list(ref) {
      const { apiKeys, signingKeys, areLegacyKeysEnabled } = await readKeys(keys, ref)
      return {
        apiKeys,
        signingKeys: signingKeys.map(({ record }) => record),
        areLegacyKeysEnabled,
      }
    },
    ...apiKeyChanges(keys),
    ...signingKeyChanges(keys),
    listThirdParties: thirdParties.list,
    createThirdParty: thirdParties.create,
    deleteThirdParty: thirdParties.delete,
    async revealSigningKey(ref, id) {
      const { record, material } = findSigningKey(await readKeys(keys, ref), id)
      return exportMaterial(record.algorithm, material)
    },
  }
}
