import { ArrowRight, Plus, Trash2, X } from 'lucide-react'
import { useSchemas, useTableDetails, useTables } from '../../../data/resources/database/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ACTIONS } from './foreign-key-draft.ts'
import type { ForeignKeyDraft } from './foreign-key-draft.ts'

type ForeignKeyFieldsProps = {
  projectRef: string
  draft: ForeignKeyDraft
  /** Columns of the referencing table. */
  columns: readonly string[]
  problem: string | undefined
  onChange: (part: Partial<ForeignKeyDraft>) => void
  onRemove: () => void
}

const asOption = (name: string) => ({ value: name, label: name })

/** The target of a foreign key, and what happens when the referenced row is deleted or changed. */
export function ForeignKeyFields({ projectRef, draft, columns, ...props }: ForeignKeyFieldsProps) {
  const { problem, onChange } = props
  const isTableMissing = draft.table === ''
  const schemas = useSchemas(projectRef)
  const tables = useTables(projectRef, draft.schema)
  const target = tables.data?.find(({ name }) => name === draft.table)
  const [detail] = useTableDetails(projectRef, target === undefined ? [] : [target.id])
  const setPair = (index: number, part: Partial<ForeignKeyDraft['pairs'][number]>) =>
    onChange({
      pairs: draft.pairs.map((pair, place) => (place === index ? { ...pair, ...part } : pair)),
    })
  return (
    <div className="grid gap-3 rounded-md border p-3">
      <div className="flex items-start gap-2">
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
          className="flex-1"
          error={isTableMissing ? problem : undefined}
        >
          {(control) => (
            <Combobox
              {...control}
              value={draft.table || undefined}
              options={(tables.data ?? [])
                .filter(({ kind }) => kind === 'table' || kind === 'partitioned_table')
                .map(({ name }) => asOption(name))}
              onValueChange={(table) => onChange({ table })}
            />
          )}
        </Field>
        <IconButton label="Remove foreign key" className="mt-6" onClick={props.onRemove}>
          <Trash2 className="size-3.5" />
        </IconButton>
      </div>
      {draft.pairs.map((pair, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pairs have no name but their place
        <div key={index} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
          <Select
            aria-label="Column"
            aria-invalid={problem !== undefined && !isTableMissing && pair.column === ''}
            placeholder="Column"
            value={pair.column || undefined}
            options={columns.map(asOption)}
            onValueChange={(column) => setPair(index, { column })}
          />
          <ArrowRight className="size-4 text-muted" aria-label="references" />
          <Select
            aria-label="Referenced column"
            aria-invalid={problem !== undefined && !isTableMissing && pair.target === ''}
            placeholder="Referenced column"
            value={pair.target || undefined}
            disabled={detail === undefined}
            options={(detail?.columns ?? []).map(({ name, type }) => ({
              value: name,
              label: name,
              description: type,
            }))}
            onValueChange={(next) => setPair(index, { target: next })}
          />
          <IconButton
            label="Remove pair"
            disabled={draft.pairs.length === 1}
            onClick={() => onChange({ pairs: draft.pairs.filter((other) => other !== pair) })}
          >
            <X className="size-3.5" />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && !isTableMissing && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onChange({ pairs: [...draft.pairs, { column: '', target: '' }] })}
        >
          <Plus className="size-3.5" /> Add column pair
        </Button>
        <Select
          aria-label="When the referenced row is updated"
          className="ml-auto w-40"
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
