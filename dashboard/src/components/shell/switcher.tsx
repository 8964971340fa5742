import { Check, ChevronsUpDown, Plus, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from '../../ui/menus/command.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'

export type SwitcherOption = { id: string; name: string; detail?: string }

type SwitcherProps = {
  /** `Organization`, `Project` or `Branch`. */
  kind: string
  /** Shown before the name of the current item. */
  icon?: LucideIcon
  /** Undefined if the current item is not known, because it is loading or failed to load. */
  current: SwitcherOption | undefined
  isLoading: boolean
  options: readonly SwitcherOption[]
  /** The last entry of the list, which links to all items or to a new one. */
  footer: { label: string; onSelect: () => void; isNew?: boolean }[]
  onSelect: (id: string) => void
}

/** The name of the current item in the top bar, which opens a searchable list of the others. */
export function Switcher({
  kind,
  icon: Icon,
  current,
  isLoading,
  options,
  footer,
  onSelect,
}: SwitcherProps) {
  const [open, setOpen] = useState(false)
  const run = (work: () => void) => () => {
    setOpen(false)
    work()
  }
  if (!current && isLoading) return <Skeleton className="mx-1.5 h-4 w-20" />
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={current ? `${kind}: ${current.name}` : kind}
        className="flex h-7 min-w-0 items-center gap-1 rounded-md px-1.5 transition-colors hover:bg-hover data-[state=open]:bg-hover"
      >
        {Icon && <Icon className="size-3.5 shrink-0 text-muted" />}
        <span className="max-w-24 truncate font-medium sm:max-w-44">{current?.name ?? kind}</span>
        <ChevronsUpDown className="size-3 text-muted" />
      </PopoverTrigger>
      <PopoverContent aria-label={kind} className="w-64 overflow-hidden p-0">
        <Command>
          <CommandInput placeholder={`Find ${kind.toLowerCase()}`} />
          <CommandList>
            <CommandEmpty>No results</CommandEmpty>
            <CommandGroup>
              {options.map((option) => (
                <CommandItem
                  key={option.id}
                  value={option.id}
                  keywords={[option.name]}
                  onSelect={run(() => onSelect(option.id))}
                >
                  <span className="truncate">{option.name}</span>
                  {option.detail && <span className="text-xs text-muted">{option.detail}</span>}
                  {option.id === current?.id && <Check className="ml-auto size-3.5" />}
                </CommandItem>
              ))}
            </CommandGroup>
            <CommandGroup forceMount className="-mx-1 mt-1 border-t px-1 pt-1">
              {footer.map((item) => (
                <CommandItem
                  key={item.label}
                  value={`footer:${item.label}`}
                  forceMount
                  onSelect={run(item.onSelect)}
                >
                  {item.isNew && <Plus className="size-3.5 text-muted" />}
                  {item.label}
                </CommandItem>
              ))}
            </CommandGroup>
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}
