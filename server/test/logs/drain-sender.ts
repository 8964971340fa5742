import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { systemClock } from '../../src/lib/clock.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createOutgoing } from '../../src/lib/outgoing.ts'
import { createLogStore } from '../../src/logs/store.ts'
import type { DrainPosition, StoredDrain } from '../../src/project/drain-records.ts'
import { createDrainParts } from '../../src/services/logs/drains/parts.ts'
import { noLogParts } from '../log-parts.ts'
import { createMemoryDrains } from './drain-records.ts'

/**
 * A project with a drain, whose records are in a file. Writes events until it is killed if they have
 * a prefix, and tells its parent which are stored for certain.
 */
const [folder = '', file = '', url = '', prefix = ''] = process.argv.slice(2)
const REF = 'victim'
const records = createMemoryDrains()

type Saved = { readonly drain: StoredDrain; readonly positions: readonly [string, DrainPosition][] }

function save(): void {
  const [drain] = records.drains.values()
  if (!drain) return
  const config = drain.config.toString('base64')
  writeFileSync(
    `${file}.tmp`,
    JSON.stringify({ drain: { ...drain, config }, positions: [...records.kept] }),
  )
  renameSync(`${file}.tmp`, file)
}

function load(): void {
  const { drain, positions } = JSON.parse(readFileSync(file, 'utf8')) as Saved
  const config = Buffer.from(String(drain.config), 'base64')
  const insertedAt = new Date(drain.insertedAt)
  records.drains.set(drain.id, {
    ...drain,
    config,
    insertedAt,
    updatedAt: insertedAt,
    lastSuccessAt: null,
    lastErrorAt: null,
    failingSince: null,
  })
  for (const [key, position] of positions) records.kept.set(key, position)
}

const store = createLogStore({ folder: `${folder}/logs`, clock: systemClock, log: silentLog })
const { drains, runner } = createDrainParts({
  logs: { ...noLogParts, store },
  records: () => ({
    ...records,
    async accepted(...given) {
      await records.accepted(...given)
      save()
    },
    async skipped(...given) {
      await records.skipped(...given)
      save()
    },
  }),
  outgoing: createOutgoing({ allowsPrivate: true }),
  installationKey: Buffer.alloc(32, 7),
  clock: systemClock,
  log: silentLog,
  ownUrl: () => '',
  hasDrains: async () => true,
  waits: { first: 20, longest: 50 },
})
if (existsSync(file)) {
  load()
  await runner.begin()
} else {
  const config = { url, format: 'json', gzip: true, headers: {} } as const
  await drains.create(REF, { name: 'Ours', type: 'webhook', config })
  save()
}
for (let next = 0; prefix !== '';) {
  const ids = Array.from({ length: 100 }, (_, index) => `${prefix}-${next + index}`)
  for (const id of ids)
    store.write(REF, 'edge_logs', { id, message: id, severity: 'info', columns: {} })
  next += ids.length
  await store.flush(REF)
  process.send?.(ids)
  await new Promise((resolve) => setTimeout(resolve, 20))
}
// The parent ends this process.
setInterval(() => {}, 1000)
