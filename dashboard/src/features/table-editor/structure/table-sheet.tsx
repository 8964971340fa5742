import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createTable } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { formProblem } from '../../../components/form/form-problem.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useCreateTable } from '../../../data/resources/database/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { columnProblems, definitionOf, firstColumns, newColumn } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'
import { ColumnRow } from './column-row.tsx'
import { ForeignKeyFields } from './foreign-key-fields.tsx'
import { foreignKeyProblem, newForeignKey, referenceOf } from './foreign-key-draft.ts'
import type { ForeignKeyDraft } from './foreign-key-draft.ts'
import { TableNameFields } from './table-name-fields.tsx'
import { useTypeOptions } from './use-type-options.ts'

type TableSheetProps = {
  projectRef: string
  schema: string
  onClose: () => void
  onCreated: (table: TableDetail) => void
}

type Draft = {
  name: string
  comment: string
  rls_enabled: boolean
  columns: ColumnDraft[]
  references: ForeignKeyDraft[]
}

const emptyTable = (): Draft => ({
  name: '',
  comment: '',
  rls_enabled: true,
  columns: firstColumns(),
  references: [],
})

/** A form for a new table: its name, columns and foreign keys. */
export function TableSheet({ projectRef, schema, onClose, onCreated }: TableSheetProps) {
  const creation = useCreateTable(projectRef)
  const types = useTypeOptions(projectRef)
  const [first] = useState(emptyTable)
  const {
    form,
    values: draft,
    body,
    problems,
    showProblems,
    isDirty,
    change: set,
  } = useFormValues(first, newTable(schema))
  const { isSubmitted } = form.formState
  const [nextId, setNextId] = useState(10)
  const takeId = () => {
    setNextId(nextId + 1)
    return nextId
  }
  const create = () =>
    body &&
    creation.mutate(body, {
      onSuccess(table) {
        // Closing the sheet leaves the URL of a new table, so the table is opened afterwards.
        onClose()
        onCreated(table)
      },
    })
  return (
    <Sheet open size="xl" title={`New table in ${schema}`} onClose={onClose}>
      <SheetForm
        className="grid content-start gap-6"
        submitLabel="Create table"
        pending={creation.isPending}
        showProblems={showProblems}
        onSubmit={create}
        isDirty={isDirty}
        problem={formProblem(creation.error)}
        onCancel={onClose}
      >
        <TableNameFields draft={draft} problems={problems} onChange={set} />
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">Columns</h3>
          <ul className="divide-y rounded-md border">
            {draft.columns.map((column) => (
              <ColumnRow
                key={column.id}
                draft={column}
                problems={shownProblems(column, draft.columns, isSubmitted)}
                types={types}
                onChange={(part) =>
                  set({
                    columns: draft.columns.map((other) =>
                      other.id === column.id ? { ...other, ...part } : other,
                    ),
                  })
                }
                onRemove={() =>
                  set({ columns: draft.columns.filter(({ id }) => id !== column.id) })
                }
              />
            ))}
          </ul>
          <div>
            <Button
              size="sm"
              onClick={() => set({ columns: [...draft.columns, newColumn(takeId())] })}
            >
              <Plus className="size-3.5" /> Add column
            </Button>
          </div>
          {draft.columns.every(({ isPrimaryKey }) => !isPrimaryKey) && (
            <p className="text-xs text-warning-text">
              Without a primary key, rows can’t be edited.
            </p>
          )}
        </section>
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">Foreign keys</h3>
          {draft.references.map((reference) => (
            <ForeignKeyFields
              key={reference.id}
              projectRef={projectRef}
              draft={reference}
              problem={isSubmitted ? foreignKeyProblem(reference) : undefined}
              columns={draft.columns
                .map(({ name, type }) => ({ name: name.trim(), type }))
                .filter(({ name }) => name !== '')}
              onChange={(part) =>
                set({
                  references: draft.references.map((other) =>
                    other.id === reference.id ? { ...other, ...part } : other,
                  ),
                })
              }
              onRemove={() =>
                set({ references: draft.references.filter(({ id }) => id !== reference.id) })
              }
            />
          ))}
          <div>
            <Button
              size="sm"
              onClick={() =>
                set({ references: [...draft.references, newForeignKey(takeId(), schema)] })
              }
            >
              <Plus className="size-3.5" /> Add foreign key
            </Button>
          </div>
        </section>
        <DefinitionPreview
          projectRef={projectRef}
          change={body && { kind: 'create_table', table: body }}
        />
      </SheetForm>
    </Sheet>
  )
}

const newTable = (schema: string) =>
  sentTo(
    createTable,
    (draft: Draft) => ({
      schema,
      name: draft.name.trim(),
      comment: draft.comment.trim() || null,
      rls_enabled: draft.rls_enabled,
      columns: draft.columns.map(definitionOf),
      foreign_keys: draft.references.map(referenceOf),
    }),
    ({ name, columns, references }) => ({
      name: NewName.safeParse(name).error?.issues[0]?.message,
      columns: columns
        .flatMap((column) => Object.values(columnProblems(column, namesBeside(column, columns))))
        .find((problem) => problem !== undefined),
      references: references.map(foreignKeyProblem).find(Boolean),
    }),
  )

const namesBeside = (column: ColumnDraft, columns: readonly ColumnDraft[]) =>
  columns.filter(({ id }) => id !== column.id).map(({ name }) => name.trim())

/**
 * The problems of a column, shown at its fields. Until the form is submitted, a missing name is not
 * one.
 */
function shownProblems(column: ColumnDraft, columns: readonly ColumnDraft[], isSubmitted: boolean) {
  const { name, ...problems } = columnProblems(column, namesBeside(column, columns))
  return column.name === '' && !isSubmitted ? problems : { ...problems, name }
}
