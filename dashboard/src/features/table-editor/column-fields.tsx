import { Combobox } from '../../ui/combobox.tsx'
import type { ComboboxOption } from '../../ui/combobox.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { ColumnDraft } from './column-draft.ts'
import { CommentField, NameField } from './name-fields.tsx'

type ColumnFieldsProps = {
  draft: ColumnDraft
  types: readonly ComboboxOption[]
  /** The key, identity and check of an existing column can't be changed. */
  isExisting: boolean
  onChange: (change: Partial<ColumnDraft>) => void
}

const DEFAULT_KINDS = [
  { value: 'none' as const, label: 'No default' },
  { value: 'literal' as const, label: 'Value' },
  { value: 'expression' as const, label: 'SQL expression' },
]
const IDENTITIES = [
  { value: 'none' as const, label: 'No identity' },
  { value: 'always' as const, label: 'Always counts itself' },
  { value: 'by_default' as const, label: 'Counts itself unless given' },
]
const isCounted = (type: string) =>
  ['bigint', 'integer', 'smallint', 'int8', 'int4', 'int2'].includes(type)

/** All properties of a column, the most commonly set ones first. */
export function ColumnFields({ draft, types, isExisting, onChange }: ColumnFieldsProps) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField value={draft.name} onChange={(name) => onChange({ name })} />
        <Field label="Type">
          {(control) => (
            <Combobox
              {...control}
              className="font-mono"
              value={draft.type}
              options={types}
              searchPlaceholder="Search types"
              onValueChange={(type) => onChange({ type })}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Default">
          {(control) => (
            <Select
              {...control}
              value={draft.defaultKind}
              options={DEFAULT_KINDS}
              disabled={draft.identity !== null}
              onValueChange={(defaultKind) => onChange({ defaultKind })}
            />
          )}
        </Field>
        {draft.defaultKind !== 'none' && draft.identity === null && (
          <Field label={draft.defaultKind === 'literal' ? 'Value' : 'Expression'}>
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                value={draft.defaultValue}
                placeholder={draft.defaultKind === 'literal' ? 'Empty text' : 'now()'}
                onChange={(event) => onChange({ defaultValue: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {!isExisting && (
          <Mark
            label="Primary key"
            checked={draft.isPrimaryKey}
            onChange={(isPrimaryKey) => onChange({ isPrimaryKey })}
          />
        )}
        <Mark
          label="Nullable"
          checked={draft.isNullable && !draft.isPrimaryKey}
          disabled={draft.isPrimaryKey}
          onChange={(isNullable) => onChange({ isNullable })}
        />
        <Mark
          label="Unique"
          checked={draft.isUnique || draft.isPrimaryKey}
          disabled={draft.isPrimaryKey}
          onChange={(isUnique) => onChange({ isUnique })}
        />
        <Mark label="Array" checked={draft.isArray} onChange={(isArray) => onChange({ isArray })} />
      </div>
      {!isExisting && isCounted(draft.type) && !draft.isArray && (
        <Field label="Identity">
          {(control) => (
            <Select
              {...control}
              value={draft.identity ?? 'none'}
              options={IDENTITIES}
              onValueChange={(identity) =>
                onChange(
                  identity === 'none'
                    ? { identity: null }
                    : { identity, isNullable: false, defaultKind: 'none' },
                )
              }
            />
          )}
        </Field>
      )}
      {!isExisting && (
        <Field label="Check" aside="optional" description="A SQL condition every row must meet">
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              placeholder="length(name) > 1"
              value={draft.check}
              onChange={(event) => onChange({ check: event.target.value })}
            />
          )}
        </Field>
      )}
      <CommentField value={draft.comment} onChange={(comment) => onChange({ comment })} />
    </div>
  )
}

type MarkProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Mark({ label, checked, disabled = false, onChange }: MarkProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the check box is inside
    <label className="flex items-center gap-2">
      <Checkbox
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      />
      {label}
    </label>
  )
}
