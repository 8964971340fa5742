import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useUpdateTable } from '../../data/resources/tables.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { TableNameFields } from './table-name-fields.tsx'

type EditTableSheetProps = { projectRef: string; table: TableSummary; onClose: () => void }

/**
 * A form for an existing table's name, comment and row level security; columns are edited from
 * their own menus.
 */
export function EditTableSheet({ projectRef, table, onClose }: EditTableSheetProps) {
  const update = useUpdateTable(projectRef, table.id)
  const [first] = useState({
    name: table.name,
    comment: table.comment ?? '',
    rls_enabled: table.rls_enabled,
  })
  const [draft, setDraft] = useState(first)
  const isTouched = JSON.stringify(first) !== JSON.stringify(draft)
  const save = async () => {
    await update.mutateAsync({
      ...(draft.name !== first.name && { name: draft.name.trim() }),
      ...(draft.comment !== first.comment && { comment: draft.comment.trim() || null }),
      ...(draft.rls_enabled !== first.rls_enabled && { rls_enabled: draft.rls_enabled }),
    })
    onClose()
  }
  return (
    <Sheet open title={`Edit ${table.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-4"
        submitLabel="Save changes"
        pending={update.isPending}
        canSubmit={isTouched && draft.name.trim() !== ''}
        onSubmit={() => void save().catch(() => undefined)}
        isDirty={isTouched}
        onCancel={onClose}
      >
        {update.isError && (
          <ErrorState message={errorMessage(update.error)} details={errorDetails(update.error)} />
        )}
        <TableNameFields
          draft={draft}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      </SheetForm>
    </Sheet>
  )
}
