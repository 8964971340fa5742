import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createTable } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useCreateTable } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { columnProblems, definitionOf, firstColumns } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'
import { ColumnLines, namesBeside } from './column-lines.tsx'
import { ForeignKeyFields } from './foreign-key-fields.tsx'
import { foreignKeyProblem, newForeignKey, referenceOf } from './foreign-key-draft.ts'
import type { ForeignKeyDraft } from './foreign-key-draft.ts'
import {
  NOT_PARTITIONED,
  partitionKeyOf,
  partitionKeyProblem,
  type PartitionKeyDraft,
} from './partitions/partition-key-draft.ts'
import { PartitionKeyFields } from './partitions/partition-key-fields.tsx'
import { TableNameFields } from './table-name-fields.tsx'

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
  partitioning: PartitionKeyDraft
}

const emptyTable = (): Draft => ({
  name: '',
  comment: '',
  rls_enabled: true,
  columns: firstColumns(),
  references: [],
  partitioning: NOT_PARTITIONED,
})

/** A form for a new table: its name, columns and foreign keys. */
export function TableSheet({ projectRef, schema, onClose, onCreated }: TableSheetProps) {
  const [first] = useState(emptyTable)
  const form = useForm({
    values: first,
    schema: newTable(schema),
    mutation: useCreateTable(projectRef),
    onSuccess(table) {
      // Closing the sheet leaves the URL of a new table, so the table is opened afterwards.
      onClose()
      onCreated(table)
    },
  })
  const { values: draft, body, problems, isSubmitted, change: set, state } = form
  const [nextId, setNextId] = useState(10)
  const takeId = () => {
    setNextId(nextId + 1)
    return nextId
  }
  return (
    <Sheet open size="xl" title={`New table in ${schema}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-6"
        submitLabel="Create table"
        {...state}
        onCancel={onClose}
      >
        <TableNameFields draft={draft} problems={problems} onChange={set} />
        <ColumnLines
          projectRef={projectRef}
          schema={schema}
          columns={draft.columns}
          isSubmitted={isSubmitted}
          takeId={takeId}
          onColumns={(columns) => set({ columns })}
        />
        <ForeignKeys
          projectRef={projectRef}
          draft={draft}
          isSubmitted={isSubmitted}
          onAdd={() => set({ references: [...draft.references, newForeignKey(takeId(), schema)] })}
          onReferences={(references) => set({ references })}
        />
        <PartitionKeyFields
          draft={draft.partitioning}
          columns={draft.columns.map(({ name }) => name.trim()).filter((name) => name !== '')}
          problem={isSubmitted ? partitionKeyProblem(draft.partitioning) : undefined}
          onChange={(partitioning) => set({ partitioning })}
        />
        <DefinitionPreview
          projectRef={projectRef}
          change={body && { kind: 'create_table', table: body }}
          missing={missingParts(draft)}
        />
      </SheetForm>
    </Sheet>
  )
}

type ForeignKeysProps = {
  projectRef: string
  draft: Draft
  isSubmitted: boolean
  onAdd: () => void
  onReferences: (references: ForeignKeyDraft[]) => void
}

function ForeignKeys({ projectRef, draft, isSubmitted, onAdd, onReferences }: ForeignKeysProps) {
  const { references } = draft
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">Foreign keys</h3>
      {references.map((reference) => (
        <ForeignKeyFields
          key={reference.id}
          projectRef={projectRef}
          draft={reference}
          problem={isSubmitted ? foreignKeyProblem(reference) : undefined}
          columns={draft.columns
            .map(({ name, type }) => ({ name: name.trim(), type }))
            .filter(({ name }) => name !== '')}
          onChange={(part) =>
            onReferences(
              references.map((other) =>
                other.id === reference.id ? { ...other, ...part } : other,
              ),
            )
          }
          onRemove={() => onReferences(references.filter(({ id }) => id !== reference.id))}
        />
      ))}
      <div>
        <Button size="sm" onClick={onAdd}>
          <Plus className="size-3.5" /> Add foreign key
        </Button>
      </div>
    </section>
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
      partition_by: partitionKeyOf(draft.partitioning),
    }),
    ({ name, columns, references, partitioning }) => ({
      partitioning: partitionKeyProblem(partitioning),
      name: NewName.safeParse(name).error?.issues[0]?.message,
      columns: columns
        .flatMap((column) => Object.values(columnProblems(column, namesBeside(column, columns))))
        .find((problem) => problem !== undefined),
      references: references.map(foreignKeyProblem).find(Boolean),
    }),
  )

/** The parts that the preview of the SQL waits for. */
function missingParts({ name, columns, references, partitioning }: Draft): string | undefined {
  const unnamed = columns.filter((column) => column.name.trim() === '').length
  const parts = [
    name.trim() === '' && 'a table name',
    unnamed > 0 && (unnamed === 1 ? 'the name of a column' : `the names of ${unnamed} columns`),
    references.some((reference) => foreignKeyProblem(reference)) && 'the rest of the foreign key',
    partitionKeyProblem(partitioning) !== undefined && 'the partition key',
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : `Enter ${parts.join(' and ')} to preview the SQL.`
}
