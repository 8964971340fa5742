import { useColumnOptions } from '../../../data/resources/services/meta/column-settings.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { isGenerated, suggestedDefaults } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'
import type { ColumnFieldsProps } from './column-fields-props.ts'

type Kind = { value: ColumnDraft['defaultKind']; label: string; description?: string }

const ORDINARY: readonly Kind[] = [
  { value: 'none', label: 'No default' },
  { value: 'literal', label: 'Value' },
  { value: 'expression', label: 'SQL expression' },
]
const STORED: Kind = {
  value: 'stored',
  label: 'Generated, stored',
  description: 'Computed from other columns on each write',
}
const VIRTUAL: Kind = {
  value: 'virtual',
  label: 'Generated, virtual',
  description: 'Computed from other columns on each read',
}

type DefaultFieldsProps = Omit<ColumnFieldsProps, 'types'>

/** The value of a column that an insert leaves out: none, a default, or one that Postgres computes. */
export function DefaultFields({ projectRef, draft, before, ...props }: DefaultFieldsProps) {
  const { problems, onChange } = props
  const options = useColumnOptions(projectRef).data
  const { defaultKind: kind } = draft
  const kinds = kindsFor(before, {
    hasVirtual: options?.has_virtual_columns ?? false,
    canChange: options?.can_change_generation ?? false,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Default">
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={kinds}
            onValueChange={(defaultKind) => onChange({ defaultKind })}
          />
        )}
      </Field>
      {kind !== 'none' && (
        <Field
          label={kind === 'literal' ? 'Value' : 'Expression'}
          error={problems.defaultValue}
          description={kind === 'expression' && <Suggestions draft={draft} onChange={onChange} />}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              autoComplete="off"
              value={draft.defaultValue}
              placeholder={PLACEHOLDERS[kind]}
              onChange={(event) => onChange({ defaultValue: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

const PLACEHOLDERS = {
  literal: 'Empty text',
  expression: 'now()',
  stored: 'price * quantity',
  virtual: 'price * quantity',
}

type Abilities = { hasVirtual: boolean; canChange: boolean }

/** Postgres turns no existing column into a generated one, only back. */
function kindsFor(before: ColumnDraft | undefined, { hasVirtual, canChange }: Abilities): Kind[] {
  if (before === undefined) return [...ORDINARY, STORED, ...(hasVirtual ? [VIRTUAL] : [])]
  if (!isGenerated(before)) return [...ORDINARY]
  if (before.defaultKind === 'virtual') return [VIRTUAL]
  const stopped = { value: 'none' as const, label: 'Not generated any more' }
  return [{ ...STORED, ...(!canChange && { description: 'Needs Postgres 17 to change' }) }, stopped]
}

type SuggestionsProps = Pick<DefaultFieldsProps, 'draft' | 'onChange'>

function Suggestions({ draft, onChange }: SuggestionsProps) {
  const suggestions = suggestedDefaults(draft).filter((text) => text !== draft.defaultValue)
  if (suggestions.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1">
      {suggestions.map((text) => (
        <Button
          key={text}
          size="sm"
          variant="ghost"
          className="font-mono"
          onClick={() => onChange({ defaultKind: 'expression', defaultValue: text })}
        >
          {text}
        </Button>
      ))}
    </span>
  )
}
