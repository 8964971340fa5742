import { bulkSavedChanges, restorableValues } from './change-history.ts'
import { removalOf } from './held-changes.ts'
import { rowKeyOf } from './row-key.ts'
import { createSaveOnce } from './save-once.ts'
import { countOf, recordBatch, refresh, type SessionState } from './session-state.ts'
import type { SessionVerbs } from './session-view.ts'

/** The changes of a table that are not edits of single cells. */
export function createSessionVerbs(state: SessionState): SessionVerbs {
  const { chosen, edits, history, review } = state
  const saveOnce = createSaveOnce(state.rows)
  return {
    async removeRows(removed) {
      const ids = removed.map(({ id }) => id)
      if (review.isOn()) {
        chosen.remove(ids)
        review.remove(removed.map(removalOf))
        return { state: 'held' }
      }
      const requests = removed.map(({ key, version }) => ({
        kind: 'delete' as const,
        key: { ...key },
        version,
      }))
      const result = await saveOnce(requests)
      if (result.state !== 'saved') return result
      edits.forget(ids)
      chosen.remove(ids)
      refresh(state)
      const label = countOf(ids.length, 'deleted row')
      const undo = recordBatch(state, { label, requests, result })
      return { state: 'saved', kept: result.rows.filter((row) => row.is_kept).length, undo }
    },
    async applyChanges(label, requests) {
      const result = await saveOnce(requests.map(({ from: _from, ...request }) => request))
      if (result.state !== 'saved') return result
      refresh(state)
      return { state: 'saved', undo: recordBatch(state, { label, requests, result }) }
    },
    recordBulk(label, changes) {
      chosen.clear()
      refresh(state)
      if (changes === undefined || changes.length === 0) return undefined
      return history.record({ label, changes: bulkSavedChanges(state.definition, changes) })
    },
    recordInserted(row) {
      const { definition } = state
      const key = rowKeyOf(definition, row)
      if (key === undefined) return
      history.written(key, row.version)
      const columns = definition.columns.map(({ name }) => name)
      const values = restorableValues(definition, { columns, cells: row.cells })
      history.record({ label: 'inserted row', changes: [{ kind: 'insert', key, values }] })
    },
  }
}
