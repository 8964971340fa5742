import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '../menus/command.tsx'
import type { ComboboxOption } from './combobox-option.ts'
import { OptionText } from './option-text.tsx'

type ComboboxListProps = {
  value: string | undefined
  options: readonly ComboboxOption[]
  text: string
  /** Whether the list shows only the options that contain the text. */
  isFiltered: boolean
  searchPlaceholder: string
  emptyText: ReactNode
  onTextChange: (text: string) => void
  onChoose: (value: string) => void
}

/** The search field and the options of a combobox. */
export function ComboboxList({ value, options, text, onChoose, ...props }: ComboboxListProps) {
  return (
    <Command shouldFilter={props.isFiltered} {...(value !== undefined && { defaultValue: value })}>
      <CommandInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was opened to search it
        autoFocus
        placeholder={props.searchPlaceholder}
        value={text}
        onValueChange={props.onTextChange}
      />
      <CommandList>
        <CommandEmpty>{props.emptyText}</CommandEmpty>
        {options.map((option) => (
          <CommandItem
            key={option.value}
            value={option.value}
            keywords={[option.label, option.detail ?? '']}
            onSelect={() => onChoose(option.value)}
          >
            <OptionText option={option} />
            {option.value === value && <Check className="ml-auto size-3.5" />}
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  )
}
