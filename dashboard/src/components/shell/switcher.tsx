import { ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PendingRow, PendingSearch } from '../../ui/menus/pending-search.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import type { SwitcherAction, SwitcherOption } from './switcher-option.ts'

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
  footer: readonly SwitcherAction[]
  onSelect: (id: string) => void
}

const load = () => import('./switcher-list.tsx')
const SwitcherList = lazy(async () => ({ default: (await load()).SwitcherList }))
const preload = () => void load()

/** More rows are below the end of the list. */
const PENDING_ROWS = 10

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
  const [text, setText] = useState('')
  const change = (next: boolean) => {
    setOpen(next)
    setText('')
  }
  const run = (work: () => void) => () => {
    change(false)
    work()
  }
  if (!current && isLoading) return <Skeleton className="mx-1.5 h-4 w-20" />
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger
        onPointerEnter={preload}
        onFocus={preload}
        aria-label={current ? `${kind}: ${current.name}` : kind}
        className="flex h-7 min-w-0 items-center gap-1 rounded-md px-1.5 transition-colors hover:bg-hover data-[state=open]:bg-hover"
      >
        {Icon && <Icon className="size-3.5 shrink-0 text-muted" />}
        <span className="max-w-24 truncate font-medium sm:max-w-44">{current?.name ?? kind}</span>
        <ChevronsUpDown className="size-3 text-muted" />
      </PopoverTrigger>
      <PopoverContent aria-label={kind} className="w-64 overflow-hidden p-0">
        <Suspense
          fallback={
            <PendingSearch
              placeholder={`Find ${kind.toLowerCase()}`}
              text={text}
              onTextChange={setText}
            >
              {[...options, ...footer].slice(0, PENDING_ROWS).map((row) => (
                <PendingRow key={'id' in row ? row.id : row.label}>
                  <span className="truncate">{'id' in row ? row.name : row.label}</span>
                </PendingRow>
              ))}
            </PendingSearch>
          }
        >
          <SwitcherList
            kind={kind}
            currentId={current?.id}
            options={options}
            footer={footer.map((item) => ({ ...item, onSelect: run(item.onSelect) }))}
            text={text}
            onTextChange={setText}
            onSelect={(id) => run(() => onSelect(id))()}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
