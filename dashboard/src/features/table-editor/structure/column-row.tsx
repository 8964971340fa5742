import { ChevronRight, KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import type { ComboboxOption } from '../../../ui/inputs/combobox.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ColumnDraft, ColumnProblems } from './column-draft.ts'
import { ColumnFields } from './column-fields.tsx'

type ColumnRowProps = {
  draft: ColumnDraft
  problems: ColumnProblems
  types: readonly ComboboxOption[]
  onChange: (part: Partial<ColumnDraft>) => void
  onRemove: () => void
}

/** A column of a new table: a one-line summary with its fields below. */
export function ColumnRow({ draft, problems, types, onChange, onRemove }: ColumnRowProps) {
  const [isWanted, setIsOpen] = useState(draft.name === '')
  const isOpen = isWanted || Object.values(problems).some((problem) => problem !== undefined)
  return (
    <li>
      <div className="flex h-10 items-center gap-2 pr-1.5 pl-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-full min-w-0 flex-1 items-center gap-2 text-left"
        >
          <ChevronRight
            className={classNames(
              'size-4 shrink-0 text-muted transition-transform',
              isOpen && 'rotate-90',
            )}
          />
          {draft.isPrimaryKey && (
            <KeyRound className="size-3.5 shrink-0 text-muted" aria-label="Primary key" />
          )}
          <span
            className={classNames(
              'max-w-2/3 shrink-0 truncate font-mono text-xs',
              !draft.name && 'text-muted',
            )}
          >
            {draft.name || 'New column'}
          </span>
          <span className="truncate font-mono text-xs text-muted">{summaryOf(draft)}</span>
        </button>
        <IconButton label={`Remove ${draft.name || 'column'}`} onClick={onRemove}>
          <Trash2 className="size-3.5" />
        </IconButton>
      </div>
      {isOpen && (
        <div className="border-t bg-surface p-3">
          <ColumnFields
            draft={draft}
            problems={problems}
            types={types}
            isExisting={false}
            onChange={onChange}
          />
        </div>
      )}
    </li>
  )
}

function summaryOf({ type, isArray, isNullable, isPrimaryKey, identity, ...draft }: ColumnDraft) {
  const isDefaulted = draft.defaultKind !== 'none' && identity === null
  return [
    type + (isArray ? '[]' : ''),
    !isNullable && !isPrimaryKey && 'not null',
    draft.isUnique && 'unique',
    identity !== null && 'identity',
    isDefaulted && `default ${draft.defaultValue || "''"}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
