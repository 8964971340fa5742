import { Plus, X } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import type { ElementDraft } from './constraint-draft.ts'
import type { ConstraintFieldsProps } from './constraint-fields-props.ts'

const METHODS = [
  { value: 'gist' as const, label: 'gist', description: 'Ranges and geometry' },
  { value: 'spgist' as const, label: 'spgist', description: 'Partitioned search spaces' },
  { value: 'btree' as const, label: 'btree', description: 'Equality' },
  { value: 'hash' as const, label: 'hash', description: 'Equality of one column' },
]

const SOURCES = [
  { value: 'column' as const, label: 'Column' },
  { value: 'expression' as const, label: 'Expression' },
]

/** The elements in which no two rows may match. */
export function ExclusionFields({
  table,
  draft,
  problems,
  onChange,
}: Omit<ConstraintFieldsProps, 'projectRef'>) {
  const { elements } = draft
  const setElement = (index: number, part: Partial<ElementDraft>) =>
    onChange({
      elements: elements.map((element, at) => (at === index ? { ...element, ...part } : element)),
    })
  return (
    <>
      <fieldset className="grid gap-2" data-invalid={problems.elements !== undefined || undefined}>
        <legend className="mb-1 text-sm font-medium">No two rows match in all of these</legend>
        {elements.map((element, index) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- elements have no name but their place
            key={index}
            className="grid grid-cols-[7.5rem_1fr_4rem_auto] items-center gap-2"
          >
            <Select
              aria-label="Kind of element"
              value={element.kind}
              options={SOURCES}
              onValueChange={(kind) => setElement(index, { kind, source: '' })}
            />
            {element.kind === 'column' ? (
              <Select
                aria-label="Column"
                placeholder="Column"
                value={element.source || undefined}
                options={table.columns.map(({ name, type }) => ({
                  value: name,
                  label: name,
                  description: type,
                }))}
                onValueChange={(source) => setElement(index, { source })}
              />
            ) : (
              <Input
                aria-label="Expression"
                className="font-mono"
                placeholder="tstzrange(starts_at, ends_at)"
                value={element.source}
                onChange={(event) => setElement(index, { source: event.target.value })}
              />
            )}
            <Input
              aria-label="Operator"
              className="font-mono"
              value={element.operator}
              onChange={(event) => setElement(index, { operator: event.target.value })}
            />
            <IconButton
              label="Remove element"
              disabled={elements.length === 1}
              onClick={() => onChange({ elements: elements.filter((other) => other !== element) })}
            >
              <X className="size-3.5" />
            </IconButton>
          </div>
        ))}
        {problems.elements && (
          <p role="alert" className="text-xs text-danger-text">
            {problems.elements}
          </p>
        )}
        <div>
          <Button
            size="sm"
            variant="ghost"
            onClick={() =>
              onChange({ elements: [...elements, { kind: 'column', source: '', operator: '&&' }] })
            }
          >
            <Plus className="size-3.5" /> Add element
          </Button>
        </div>
      </fieldset>
      <Field
        label="Index method"
        description="With gist, equality of plain columns needs the extension btree_gist."
      >
        {(control) => (
          <Select
            {...control}
            value={draft.method}
            options={METHODS}
            onValueChange={(method) => onChange({ method })}
          />
        )}
      </Field>
      <Field
        label="Applies to"
        aside="optional"
        description="An SQL condition. Rows that don’t meet it are not checked."
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            placeholder="not cancelled"
            value={draft.condition}
            onChange={(event) => onChange({ condition: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
