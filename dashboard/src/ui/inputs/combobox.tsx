import { Check, ChevronsUpDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../menus/command.tsx'
import type { FieldControlProps } from '../forms/field.tsx'
import { controlClasses } from './input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx'

export type ComboboxOption = {
  value: string
  label: string
  /** Muted text at the right, which is searched too. */
  detail?: string | undefined
}

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

/** A searchable select for long lists. */
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
  const change = (next: boolean) => {
    setOpen(next)
    // Clears the search field for the next time.
    if (!next) onSearchChange?.('')
  }
  const choose = (next: string) => {
    onValueChange(next)
    change(false)
  }
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger
        data-slot="combobox"
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
        <Command
          shouldFilter={onSearchChange === undefined}
          {...(value !== undefined && { defaultValue: value })}
        >
          <CommandInput
            placeholder={searchPlaceholder}
            {...(onSearchChange && { onValueChange: onSearchChange })}
          />
          <CommandList>
            <CommandEmpty>{emptyText}</CommandEmpty>
            {options.map((option) => (
              <CommandItem
                key={option.value}
                value={option.value}
                keywords={[option.label, option.detail ?? '']}
                onSelect={() => choose(option.value)}
              >
                {/* The label comes first and is never truncated; the detail takes the rest. */}
                <span className="max-w-full shrink-0 truncate">{option.label}</span>
                {option.detail && (
                  <span className="min-w-0 truncate text-xs text-muted">{option.detail}</span>
                )}
                {option.value === value && <Check className="ml-auto size-3.5" />}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
