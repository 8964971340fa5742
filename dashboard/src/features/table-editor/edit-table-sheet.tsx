import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { formProblem } from '../../components/form/form-problem.ts'
import { useUpdateTable } from '../../data/resources/tables.ts'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { TableNameFields } from './table-name-fields.tsx'

type EditTableSheetProps = { projectRef: string; table: TableSummary; onClose: () => void }

/**
 * A form for an existing table's name, comment and row level security; columns are edited from
 * their own menus.
 */
export function EditTableSheet({ projectRef, table, onClose }: EditTableSheetProps) {
  const update = useUpdateTable(projectRef, table.id)
  const first = {
    name: table.name,
    comment: table.comment ?? '',
    rls_enabled: table.rls_enabled,
  }
  const { values: draft, isDirty, change } = useFormValues(first)
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
        canSubmit={isDirty && draft.name.trim() !== ''}
        onSubmit={() => void save().catch(() => undefined)}
        isDirty={isDirty}
        problem={formProblem(update.error)}
        onCancel={onClose}
      >
        <TableNameFields draft={draft} onChange={change} />
      </SheetForm>
    </Sheet>
  )
}
