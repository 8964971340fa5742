import { Check, Plus } from 'lucide-react'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../ui/menus/command.tsx'
import type { SwitcherAction, SwitcherOption } from './switcher-option.ts'

type SwitcherListProps = {
  kind: string
  currentId: string | undefined
  options: readonly SwitcherOption[]
  footer: readonly SwitcherAction[]
  text: string
  onTextChange: (text: string) => void
  onSelect: (id: string) => void
}

/** The items of a switcher with their search field. */
export function SwitcherList({
  kind,
  currentId,
  options,
  footer,
  text,
  onTextChange,
  onSelect,
}: SwitcherListProps) {
  return (
    <Command>
      <CommandInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was opened to search it
        autoFocus
        placeholder={`Find ${kind.toLowerCase()}`}
        value={text}
        onValueChange={onTextChange}
      />
      <CommandList>
        <CommandEmpty>No results</CommandEmpty>
        <CommandGroup>
          {options.map((option) => (
            <CommandItem
              key={option.id}
              value={option.id}
              keywords={[option.name]}
              onSelect={() => onSelect(option.id)}
            >
              <span className="truncate">{option.name}</span>
              {option.detail && <span className="text-xs text-muted">{option.detail}</span>}
              {option.id === currentId && <Check className="ml-auto size-3.5" />}
            </CommandItem>
          ))}
        </CommandGroup>
        <CommandGroup forceMount className="-mx-1 mt-1 border-t px-1 pt-1">
          {footer.map((item) => (
            <CommandItem
              key={item.label}
              value={`footer:${item.label}`}
              forceMount
              onSelect={item.onSelect}
            >
              {item.isNew && <Plus className="size-3.5 text-muted" />}
              {item.label}
            </CommandItem>
          ))}
        </CommandGroup>
      </CommandList>
    </Command>
  )
}
