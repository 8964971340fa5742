import type { DrainRecords } from '../../project/drain-records.ts'
import type { Context } from '../context.ts'
import { BUILDERS, logDrainPaused, notifyRoles } from '../notifications/port.ts'
import {
  deleteDrain,
  deletePositions,
  findDrain,
  insertDrain,
  listAllDrains,
  listDrainsOf,
  listPositions,
  pauseDrain,
  recordFailure,
  resumeDrain,
  savePosition,
  updateDrain,
} from './queries.ts'

/** The records of log drains, for the service that sends the logs. */
export function createDrainRecords(session: Context['session']): DrainRecords {
  const find = (ref: string, id: string) => findDrain(session, ref, id)
  return {
    listAll: () => listAllDrains(session),
    list: (ref) => listDrainsOf(session, ref),
    find,
    async add(ref, drain, max) {
      const count = await insertDrain(session, ref, { ...drain, max })
      return count === 0 ? undefined : find(ref, drain.id)
    },
    async change(ref, id, change) {
      await updateDrain(session, ref, { ...change, id })
      return find(ref, id)
    },
    remove: async (ref, id) => (await deleteDrain(session, ref, id)) > 0,
    async resume(ref, id) {
      await resumeDrain(session, ref, id)
      return find(ref, id)
    },
    async pause(ref, id, { reason, at, notice }) {
      await session.transaction(async (tx) => {
        const paused = await pauseDrain(tx, ref, id, reason)
        if (!paused || notice === undefined) return
        const { drain, name, organization_id: organizationId } = paused
        await notifyRoles(
          tx,
          { organizationId, roles: BUILDERS, except: null },
          { at, note: logDrainPaused({ ref, name }, drain, notice) },
        )
      })
      return find(ref, id)
    },
    async positions(id) {
      const rows = await listPositions(session, id)
      return rows.map(({ hour, cursor_time: timestamp, cursor_id: cursorId, ...row }) => ({
        ...row,
        hour: hour.getTime(),
        cursor: timestamp === null || cursorId === null ? undefined : { timestamp, id: cursorId },
      }))
    },
    async accepted(id, position, { events, at }) {
      await savePosition(session, id, position, { sentAt: at, sent: events, dropped: 0 })
    },
    async skipped(id, position, dropped) {
      await savePosition(session, id, position, { sentAt: null, sent: 0, dropped })
    },
    async failed(id, failure) {
      await recordFailure(session, id, failure)
    },
    async forgetPositions(ref, before) {
      await deletePositions(session, ref, before)
    },
  }
}
