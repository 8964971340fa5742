import { createInstances } from '../src/fleet/records/instances.ts'
import { createKeyStore } from '../src/project/keys/key-store.ts'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { createOutgoing } from '../src/lib/outgoing.ts'
import { createSecretBox } from '../src/lib/secret-box.ts'
import { createDatabase } from '../src/postgres/database.ts'

/** A server that rotates a signing key, for tests that kill it during the rotation. */
const { connection, installationKey, ref, id } = JSON.parse(process.argv[2] ?? '')
const control = createDatabase({
  endpoint: connection.endpoint,
  login: () => ({ user: connection.user, password: connection.password }),
  maxCallerConnections: 1,
  maxServiceConnections: 1,
  idleMs: 1000,
})
const box = createSecretBox(Buffer.from(installationKey, 'base64'), 'project-secrets')
const instances = createInstances({ control, box, clock: systemClock })
const store = createKeyStore({
  records: instances,
  box,
  clock: systemClock,
  log: silentLog,
  outgoing: createOutgoing({ allowsPrivate: false }),
})
await store.rotateSigningKey(ref, id)
