import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { PendingRow, PendingSearch } from '../menus/pending-search.tsx'
import type { ComboboxOption } from './combobox-option.ts'
import { OptionText } from './option-text.tsx'
import type { FieldControlProps } from '../forms/field.tsx'
import { controlClasses } from './input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx'

type ComboboxProps = Partial<FieldControlProps> & {
  value: string | undefined
  options: readonly ComboboxOption[]
  onValueChange: (value: string) => void
  /** Receives the typed text. The caller then filters the options. */
  onSearchChange?: (text: string) => void
  placeholder?: string
  searchPlaceholder?: string
  emptyText?: ReactNode
  disabled?: boolean | undefined
  'aria-label'?: string
  className?: string
}

const load = () => import('./combobox-list.tsx')
const ComboboxList = lazy(async () => ({ default: (await load()).ComboboxList }))
const preload = () => void load()

/** A searchable select for long lists. Its list is loaded when the pointer or the focus reaches it. */
export function Combobox({
  value,
  options,
  onValueChange,
  onSearchChange,
  placeholder = 'Select',
  searchPlaceholder = 'Search',
  emptyText = 'No results',
  disabled,
  className,
  'aria-label': label,
  ...control
}: ComboboxProps) {
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const shown = chosen?.label ?? value ?? placeholder
  const [text, setText] = useState('')
  const search = (next: string) => {
    setText(next)
    onSearchChange?.(next)
  }
  const change = (next: boolean) => {
    setOpen(next)
    // Clears the search field for the next time.
    if (!next) search('')
  }
  const choose = (next: string) => {
    onValueChange(next)
    change(false)
  }
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger
        data-slot="combobox"
        onPointerEnter={preload}
        onFocus={preload}
        aria-haspopup="listbox"
        disabled={disabled}
        className={classNames(
          controlClasses,
          'flex h-7 items-center justify-between gap-2 px-2 text-left pointer-coarse:h-8',
          className,
        )}
        {...control}
        // The accessible name includes the visible text, so that speech input can use it.
        aria-label={label && `${label}: ${shown}`}
      >
        <span className={classNames('truncate', !chosen && 'text-muted')}>{shown}</span>
        <ChevronsUpDown className="size-3.5 text-muted" />
      </PopoverTrigger>
      <PopoverContent
        aria-label={searchPlaceholder}
        className="w-(--radix-popover-trigger-width) min-w-52 overflow-hidden p-0"
      >
        <Suspense fallback={<Pending {...{ options, searchPlaceholder, text }} onText={search} />}>
          <ComboboxList
            value={value}
            options={options}
            text={text}
            isFiltered={onSearchChange === undefined}
            searchPlaceholder={searchPlaceholder}
            emptyText={emptyText}
            onTextChange={search}
            onChoose={choose}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}

type PendingProps = {
  options: readonly ComboboxOption[]
  searchPlaceholder: string
  text: string
  onText: (text: string) => void
}

/** More rows are below the end of the list. */
const PENDING_ROWS = 12

const Pending = ({ options, searchPlaceholder, text, onText }: PendingProps) => (
  <PendingSearch placeholder={searchPlaceholder} text={text} onTextChange={onText}>
    {options.slice(0, PENDING_ROWS).map((option) => (
      <PendingRow key={option.value}>
        <OptionText option={option} />
      </PendingRow>
    ))}
  </PendingSearch>
)
