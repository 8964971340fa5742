import { useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import {
  useBulkChanges,
  type BulkPreview,
  type BulkRequest,
} from '../../../data/resources/services/meta/bulk-changes.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SessionView } from '../session/session-view.ts'

type Previewed = {
  readonly request: BulkRequest
  readonly preview: BulkPreview
  readonly token: string
}

/** A bulk change: first its preview, then the change itself. */
export function useBulkChange(session: SessionView, onDone: () => void) {
  const { preview, save } = useBulkChanges(session.projectRef, session.table.id)
  const [previewed, setPreviewed] = useState<Previewed | undefined>()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | undefined>()
  const run = async (work: () => Promise<void>) => {
    setIsPending(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(errorMessage(error))
    } finally {
      setIsPending(false)
    }
  }
  return {
    previewed,
    isPending,
    failure,
    edit() {
      setPreviewed(undefined)
      setFailure(undefined)
    },
    show: (request: BulkRequest) =>
      run(async () => {
        const found = await preview(request)
        setPreviewed({ request, preview: found, token: crypto.randomUUID() })
      }),
    save: () =>
      run(async () => {
        if (previewed === undefined) return
        const { request, token, preview: shown } = previewed
        const expectedCount = shown.count.is_exact ? shown.count.value : undefined
        const { count, changes } = await save(request, { expectedCount, token })
        const { action } = request
        const label = action.kind === 'delete' ? 'deleted rows' : `bulk edit of ${action.column}`
        const undo = session.recordBulk(label, changes)
        tell({ isDeletion: action.kind === 'delete', count: count ?? shown.count.value, undo })
        onDone()
      }),
  }
}

type Outcome = {
  isDeletion: boolean
  count: number
  undo: (() => Promise<void>) | undefined
}

function tell({ isDeletion, count, undo }: Outcome): void {
  const rows = `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`
  toast.success(`${rows} ${isDeletion ? 'deleted' : 'changed'}`, {
    ...(undo && { action: { label: 'Undo', onClick: () => void undo() } }),
  })
}
