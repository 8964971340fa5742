import type { DatabaseIndex } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { Option } from '../../../components/form/option.tsx'
import { ChangeDialog } from '../../../components/sql-form/change-dialog.tsx'
import type { RowAction } from '../list/object-list.tsx'

type Further = 'rebuild' | 'primary_key' | 'unique'

/** The changes of an index besides its deletion. */
export function furtherActions(index: DatabaseIndex, choose: (kind: Further) => void): RowAction[] {
  if (index.is_partitioned) return []
  return [
    { label: 'Rebuild index', onSelect: () => choose('rebuild') },
    ...(canBeConstraint(index)
      ? [
          { label: 'Use as primary key', onSelect: () => choose('primary_key') },
          { label: 'Use as unique constraint', onSelect: () => choose('unique') },
        ]
      : []),
  ]
}

/** Postgres accepts a valid unique index of all rows. */
const canBeConstraint = (index: DatabaseIndex) =>
  index.is_unique &&
  !index.is_primary_key &&
  index.is_valid &&
  index.locked_by === null &&
  index.definition?.includes(' WHERE ') === false

type IndexDialogProps = { projectRef: string; index: DatabaseIndex; onClose: () => void }

/** Builds an index again, such as one that is invalid or larger than its rows need. */
export function RebuildDialog({ projectRef, index, onClose }: IndexDialogProps) {
  const [isConcurrent, setIsConcurrent] = useState(true)
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Rebuild the index “${index.name}”?`}
      description="Builds the index from the rows of its table, which makes an invalid index valid and a bloated one small."
      confirmLabel="Rebuild index"
      variant="success"
      success={`Rebuilt the index ${index.name}`}
      change={{
        kind: 'reindex_index',
        schema: index.schema,
        name: index.name,
        is_concurrent: isConcurrent,
      }}
      onClose={onClose}
    >
      <Option checked={isConcurrent} onChange={setIsConcurrent}>
        Rebuild concurrently (slower, doesn’t block reads and writes)
      </Option>
    </ChangeDialog>
  )
}

type ConstraintDialogProps = IndexDialogProps & { constraint: 'primary_key' | 'unique' }

/** Makes a primary key or a unique constraint of an index that was built before. */
export function ConstraintDialog({
  projectRef,
  index,
  constraint,
  onClose,
}: ConstraintDialogProps) {
  const noun = constraint === 'primary_key' ? 'primary key' : 'unique constraint'
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Use ${index.name} as a ${noun}?`}
      description={
        constraint === 'primary_key'
          ? `The index becomes the primary key of ${index.table}. Its columns can no longer be NULL, so Postgres reads all rows if one of them can be NULL now.`
          : `Foreign keys can then reference its columns in ${index.table}. No rows are read, and the index is not built again.`
      }
      confirmLabel={`Use as ${noun}`}
      variant="success"
      success={`${index.name} is now a ${noun}`}
      change={{
        kind: 'constraint_from_index',
        table: { schema: index.schema, name: index.table },
        index: index.name,
        constraint,
      }}
      onClose={onClose}
    />
  )
}
