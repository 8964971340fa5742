import { ArrowRight, Plus, Trash2, X } from 'lucide-react'
import {
  useCatalogue,
  useSchemas,
  useTable,
  useTables,
} from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ACTIONS, likelyPairs, typeMismatch } from './foreign-key-draft.ts'
import type { ColumnPair, ForeignKeyDraft, TypedColumn } from './foreign-key-draft.ts'

type ForeignKeyFieldsProps = {
  projectRef: string
  draft: ForeignKeyDraft
  /** Columns of the referencing table. */
  columns: readonly TypedColumn[]
  problem: string | undefined
  onChange: (part: Partial<ForeignKeyDraft>) => void
  /** Null if the form has only this foreign key. */
  onRemove: (() => void) | null
}

const asOption = (name: string) => ({ value: name, label: name })

/** The target of a foreign key, and what happens when the referenced row is deleted or changed. */
export function ForeignKeyFields({ projectRef, draft, columns, ...props }: ForeignKeyFieldsProps) {
  const { problem, onChange, onRemove } = props
  const isTableMissing = draft.table === ''
  const schemas = useSchemas(projectRef)
  const tables = useTables(projectRef, draft.schema)
  const catalogue = useCatalogue(projectRef)
  const choose = async (name: string) => {
    onChange({ table: name, pairs: [{ column: '', target: '' }] })
    const chosen = tables.data?.find((table) => table.name === name)
    if (chosen === undefined) return
    const detail = await catalogue.table(chosen.id)
    onChange({ table: name, pairs: likelyPairs(detail, columns) })
  }
  return (
    <div className="grid gap-3 rounded-md border p-3">
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Schema" className="w-32">
          {(control) => (
            <Combobox
              {...control}
              value={draft.schema}
              options={(schemas.data ?? []).map(({ name }) => asOption(name))}
              onValueChange={(schema) => onChange({ schema, table: '' })}
            />
          )}
        </Field>
        <Field
          label="Referenced table"
          className="min-w-40 flex-1"
          error={isTableMissing ? problem : undefined}
        >
          {(control) => (
            <Combobox
              {...control}
              value={draft.table || undefined}
              options={(tables.data ?? [])
                .filter(({ kind }) => kind === 'table' || kind === 'partitioned_table')
                .map(({ name }) => asOption(name))}
              // Without its details, the columns are selected by hand.
              onValueChange={(table) => void choose(table).catch(() => undefined)}
            />
          )}
        </Field>
        {onRemove !== null && (
          <IconButton label="Remove foreign key" className="mt-6" onClick={onRemove}>
            <Trash2 className="size-3.5" />
          </IconButton>
        )}
      </div>
      <ColumnPairs
        projectRef={projectRef}
        draft={draft}
        columns={columns}
        problem={isTableMissing ? undefined : problem}
        onPairs={(pairs) => onChange({ pairs })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="When the referenced row is updated"
          className="w-40"
          value={draft.onUpdate}
          options={ACTIONS.map((action) => ({ ...action, label: `Update: ${action.label}` }))}
          onValueChange={(onUpdate) => onChange({ onUpdate })}
        />
        <Select
          aria-label="When the referenced row is deleted"
          className="w-40"
          value={draft.onDelete}
          options={ACTIONS.map((action) => ({ ...action, label: `Delete: ${action.label}` }))}
          onValueChange={(onDelete) => onChange({ onDelete })}
        />
      </div>
    </div>
  )
}

type ColumnPairsProps = {
  projectRef: string
  draft: ForeignKeyDraft
  columns: readonly TypedColumn[]
  problem: string | undefined
  onPairs: (pairs: ColumnPair[]) => void
}

const withType = ({ name, type }: TypedColumn) => ({ value: name, label: name, description: type })

function ColumnPairs({ projectRef, draft, columns, problem, onPairs }: ColumnPairsProps) {
  const tables = useTables(projectRef, draft.schema)
  const target = tables.data?.find(({ name }) => name === draft.table)
  const { data: detail } = useTable(projectRef, target?.id)
  const { pairs } = draft
  const setPair = (index: number, part: Partial<ColumnPair>) =>
    onPairs(pairs.map((pair, place) => (place === index ? { ...pair, ...part } : pair)))
  const mismatch = pairs
    .map(({ column, target: name }) => {
      const own = columns.find((each) => each.name === column)
      const referenced = detail?.columns.find((each) => each.name === name)
      return own && referenced && typeMismatch(own, referenced)
    })
    .find((found) => found !== undefined)
  return (
    <>
      {pairs.map((pair, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pairs have no name but their place
        <div key={index} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
          <Select
            aria-label="Column"
            aria-invalid={problem !== undefined && pair.column === ''}
            placeholder="Column"
            value={pair.column || undefined}
            options={columns.map(withType)}
            onValueChange={(column) => setPair(index, { column })}
          />
          <ArrowRight className="size-4 text-muted" aria-label="references" />
          <Select
            aria-label="Referenced column"
            aria-invalid={problem !== undefined && pair.target === ''}
            placeholder="Referenced column"
            value={pair.target || undefined}
            disabled={detail === undefined}
            options={(detail?.columns ?? []).map(withType)}
            onValueChange={(next) => setPair(index, { target: next })}
          />
          <IconButton
            label="Remove pair"
            disabled={pairs.length === 1}
            onClick={() => onPairs(pairs.filter((other) => other !== pair))}
          >
            <X className="size-3.5" />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      {mismatch !== undefined && (
        <p role="alert" className="text-xs text-warning-text">
          {mismatch} Postgres refuses such a foreign key.
        </p>
      )}
      <div>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onPairs([...pairs, { column: '', target: '' }])}
        >
          <Plus className="size-3.5" /> Add column pair
        </Button>
      </div>
    </>
  )
}
