import { SlidersHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import type { ComboboxOption } from '../../../ui/inputs/combobox-option.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import { typedDefault } from './column-draft.ts'
import type { ColumnDraft, ColumnProblems } from './column-draft.ts'
import { isCountedType } from './column-fields.tsx'
import { ColumnMore } from './column-more.tsx'

/** The grid of a line; narrow windows have room for two fields beside each other. */
export const LINE =
  'grid grid-cols-2 items-center gap-1.5 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_3rem_3rem_3.5rem_4rem]'

type ColumnRowProps = {
  projectRef: string
  draft: ColumnDraft
  problems: ColumnProblems
  types: readonly ComboboxOption[]
  /** Whether the line was added by hand, and its name is to be typed next. */
  isNew: boolean
  onChange: (part: Partial<ColumnDraft>) => void
  onRemove: () => void
  onNewType: () => void
  /** Enter in the name of the last column adds another one. */
  onNext: () => void
}

const NEW_TYPE = 'new type'

/** A column of a new table in one line, with its rarer properties in a popover. */
export function ColumnRow({ projectRef, draft, problems, types, ...props }: ColumnRowProps) {
  const { isNew, onChange } = props
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  const label = draft.name.trim() || 'new column'
  const problem = Object.values(problems).find((found) => found !== undefined)
  const preset = presetOf(draft)
  return (
    <li className="p-2">
      <div className={LINE}>
        <Input
          ref={name}
          aria-label={`Name of ${label}`}
          aria-invalid={problems.name !== undefined || undefined}
          placeholder="Name"
          className="font-mono"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            props.onNext()
          }}
        />
        <Combobox
          aria-label={`Type of ${label}`}
          className="font-mono"
          value={draft.isArray ? `${draft.type}[]` : draft.type}
          options={[...types, { value: NEW_TYPE, label: 'Create enumerated type…' }]}
          searchPlaceholder="Search types"
          onValueChange={(type) => {
            if (type === NEW_TYPE) props.onNewType()
            else {
              const next = { ...draft, type, isArray: false }
              onChange({ type, isArray: false, ...(!isCountedType(next) && { identity: null }) })
            }
          }}
        />
        <Input
          aria-label={`Default of ${label}`}
          aria-invalid={problems.defaultValue !== undefined || undefined}
          placeholder={preset.placeholder}
          disabled={preset.isFixed}
          className={classNames('font-mono', 'max-sm:col-span-2')}
          autoComplete="off"
          value={preset.isFixed ? '' : draft.defaultValue}
          onChange={(event) => onChange(typedDefault(event.target.value))}
        />
        <div className="contents max-sm:col-span-2 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-3">
          <Mark
            label="Key"
            name={`${label} is part of the primary key`}
            checked={draft.isPrimaryKey}
            onChange={(isPrimaryKey) => onChange({ isPrimaryKey })}
          />
          <Mark
            label="Null"
            name={`${label} can be NULL`}
            checked={draft.isNullable && !draft.isPrimaryKey}
            disabled={draft.isPrimaryKey}
            onChange={(isNullable) => onChange({ isNullable })}
          />
          <Mark
            label="Unique"
            name={`${label} is unique`}
            checked={draft.isUnique || draft.isPrimaryKey}
            disabled={draft.isPrimaryKey}
            onChange={(isUnique) => onChange({ isUnique })}
          />
          <div className="flex justify-end max-sm:ml-auto">
            <Popover>
              <PopoverTrigger asChild>
                <Button variant="ghost" size="icon" aria-label={`More about ${label}`}>
                  <SlidersHorizontal className="size-3.5" />
                </Button>
              </PopoverTrigger>
              <PopoverContent
                aria-label={`More about ${label}`}
                className="grid max-h-(--radix-popover-content-available-height) w-[min(30rem,calc(100vw-2rem))] gap-4 overflow-y-auto p-4"
              >
                <ColumnMore
                  projectRef={projectRef}
                  draft={draft}
                  problems={problems}
                  types={types}
                  onChange={onChange}
                />
              </PopoverContent>
            </Popover>
            <IconButton label={`Remove ${label}`} onClick={props.onRemove}>
              <Trash2 className="size-3.5" />
            </IconButton>
          </div>
        </div>
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-xs text-danger-text">
          {problem}
        </p>
      )}
    </li>
  )
}

function presetOf({ identity, defaultKind }: ColumnDraft) {
  if (identity !== null) return { placeholder: 'Identity', isFixed: true }
  if (defaultKind === 'stored' || defaultKind === 'virtual')
    return { placeholder: 'Generated', isFixed: true }
  return { placeholder: defaultKind === 'literal' ? 'Empty text' : 'None', isFixed: false }
}

type MarkProps = {
  label: string
  name: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

function Mark({ label, name, checked, disabled = false, onChange }: MarkProps) {
  return (
    <span className="flex items-center justify-center gap-1.5">
      <Checkbox
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <span aria-hidden className="text-xs text-muted sm:hidden">
        {label}
      </span>
    </span>
  )
}
