import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Command, CommandInput, CommandItem, CommandList } from '../../ui/menus/command.tsx'
import type { FieldControlProps } from '../../ui/forms/field.tsx'
import { controlClasses } from '../../ui/inputs/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { findTables } from './find-tables.ts'

type TablePickerProps = {
  tables: readonly TableSummary[]
  value: string | undefined
  disabled?: boolean
  onValueChange: (name: string) => void
} & FieldControlProps

/** Selects a table by searching names; only the best matches are rendered. */
export function TablePicker({
  tables,
  value,
  disabled = false,
  onValueChange,
  ...control
}: TablePickerProps) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { found, more } = findTables(tables, search)
  const chosen = tables.find(({ name }) => name === value)
  const choose = (name: string) => {
    onValueChange(name)
    setOpen(false)
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setSearch('')
      }}
    >
      <PopoverTrigger
        {...control}
        aria-haspopup="listbox"
        disabled={disabled}
        className={classNames(
          controlClasses,
          'flex h-7 items-center justify-between gap-2 px-2 text-left pointer-coarse:h-8',
        )}
        aria-label={`Table: ${value ?? 'select a table'}`}
      >
        <span className={classNames('truncate', value === undefined && 'text-muted')}>
          {value ?? 'Select a table'}
        </span>
        <ChevronsUpDown className="size-3.5 shrink-0 text-muted" />
      </PopoverTrigger>
      <PopoverContent
        aria-label="Tables"
        className="w-(--radix-popover-trigger-width) min-w-64 overflow-hidden p-0"
      >
        <Command shouldFilter={false} {...(chosen && { defaultValue: String(chosen.id) })}>
          <CommandInput
            aria-label="Search tables"
            placeholder="Search tables"
            value={search}
            onValueChange={setSearch}
          />
          <CommandList>
            {found.map(({ id, name }) => (
              <CommandItem key={id} value={String(id)} onSelect={() => choose(name)}>
                <span className="truncate">{name}</span>
                {name === value && <Check className="ml-auto size-3.5 shrink-0" />}
              </CommandItem>
            ))}
          </CommandList>
          {(found.length === 0 || more > 0) && (
            <p role="status" className="border-t px-2.5 py-2 text-xs text-muted">
              {found.length === 0
                ? 'No results'
                : `${more.toLocaleString('en')} more. Type to narrow the list.`}
            </p>
          )}
        </Command>
      </PopoverContent>
    </Popover>
  )
}
