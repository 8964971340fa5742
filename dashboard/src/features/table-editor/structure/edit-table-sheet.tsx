import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { ReplacedTable, updateTable } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../components/form/checked-by.ts'
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useTable, useUpdateTable } from '../../../data/resources/services/meta/tables.ts'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { ConstraintList } from './constraints/constraint-list.tsx'
import { TableNameFields } from './table-name-fields.tsx'

type EditTableSheetProps = { projectRef: string; table: TableSummary; onClose: () => void }

/**
 * A form for an existing table's name, comment and row level security, with its keys and
 * constraints below; columns are edited from their own menus.
 */
export function EditTableSheet({ projectRef, table, onClose }: EditTableSheetProps) {
  const detail = useTable(projectRef, table.id)
  const first = {
    name: table.name,
    comment: table.comment ?? '',
    rls_enabled: table.rls_enabled,
  }
  const schema = sentTo(
    updateTable,
    (draft: typeof first) => ({
      ...(draft.name !== first.name && { name: draft.name.trim() }),
      ...(draft.comment !== first.comment && { comment: draft.comment.trim() || null }),
      ...(draft.rls_enabled !== first.rls_enabled && { rls_enabled: draft.rls_enabled }),
    }),
    ({ name }) => ({ name: NewName.safeParse(name).error?.issues[0]?.message }),
  )
  const { values, body, problems, isDirty, change, state, conflict } = useForm({
    kind: 'record',
    values: first,
    schema,
    mutation: useUpdateTable(projectRef, table.id),
    guard: { schema: ReplacedTable, record: table },
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title={`Edit ${table.name}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-4"
        submitLabel="Save changes"
        {...state}
        canSubmit={isDirty}
        onCancel={onClose}
      >
        <TableNameFields draft={values} problems={problems} onChange={change} />
        <DefinitionPreview
          projectRef={projectRef}
          missing="Change a field to preview the SQL."
          change={
            isDirty && body ? { kind: 'update_table', id: table.id, change: body } : undefined
          }
        />
        {detail.data && <ConstraintList projectRef={projectRef} table={detail.data} canChange />}
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}
