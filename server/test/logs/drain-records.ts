import type { DrainPosition, DrainRecords, StoredDrain } from '../../src/project/drain-records.ts'

export type MemoryDrains = DrainRecords & {
  readonly drains: Map<string, StoredDrain>
  readonly kept: Map<string, DrainPosition>
  /** The texts of notifications. */
  readonly notices: string[]
}

const NEW = {
  pausedReason: null,
  eventsSent: 0,
  eventsDropped: 0,
  lastSuccessAt: null,
  lastErrorAt: null,
  lastError: null,
  failingSince: null,
} as const

/** Records in memory, as the platform keeps them. */
export function createMemoryDrains(): MemoryDrains {
  const drains = new Map<string, StoredDrain>()
  const kept = new Map<string, DrainPosition>()
  const notices: string[] = []
  const change = (id: string, changed: (drain: StoredDrain) => Partial<StoredDrain>) => {
    const drain = drains.get(id)
    if (drain) drains.set(id, { ...drain, ...changed(drain) })
    return drains.get(id)
  }
  const keep = (id: string, position: DrainPosition) =>
    kept.set(`${id} ${position.source} ${position.hour}`, position)
  return {
    drains,
    kept,
    notices,
    listAll: async () => [...drains.values()],
    list: async (ref) => [...drains.values()].filter((drain) => drain.ref === ref),
    find: async (_ref, id) => drains.get(id),
    async add(ref, { id, at, ...settings }, max) {
      if (drains.size >= max) return undefined
      drains.set(id, { ...NEW, ...settings, id, ref, insertedAt: at, updatedAt: at })
      return drains.get(id)
    },
    change: async (_ref, id, { at, ...settings }) =>
      change(id, () => ({ ...settings, updatedAt: at })),
    remove: async (_ref, id) => drains.delete(id),
    resume: async (_ref, id) => change(id, () => ({ pausedReason: null, failingSince: null })),
    async pause(_ref, id, { reason, notice }) {
      if (notice !== undefined) notices.push(notice)
      return change(id, ({ pausedReason }) => ({ pausedReason: pausedReason ?? reason }))
    },
    positions: async (id) =>
      [...kept].flatMap(([key, position]) => (key.startsWith(`${id} `) ? [position] : [])),
    async accepted(id, position, { events, at }) {
      keep(id, position)
      change(id, ({ eventsSent }) => ({
        eventsSent: eventsSent + events,
        lastSuccessAt: at,
        failingSince: null,
      }))
    },
    async skipped(id, position, dropped) {
      keep(id, position)
      change(id, ({ eventsDropped }) => ({ eventsDropped: eventsDropped + dropped }))
    },
    async failed(id, { error, at }) {
      change(id, ({ failingSince }) => ({
        lastError: error,
        lastErrorAt: at,
        failingSince: failingSince ?? at,
      }))
    },
    async forgetPositions(_ref, before) {
      for (const [key, { hour }] of kept) if (hour < before.getTime()) kept.delete(key)
    },
  }
}
