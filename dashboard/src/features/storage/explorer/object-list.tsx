import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { BucketSort, SortOrder } from '../../../data/resources/services/storage/buckets.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useVisibleRange } from '../../../ui/layout/use-visible-range.ts'
import type { Entry } from './entries.ts'
import { EntryRow, COLUMNS, ROW_HEIGHT } from './entry-row.tsx'
import { moveActive } from './list-keys.ts'
import { extended, NOTHING, toggled, type Selection } from './selection.ts'
import type { More } from './use-more.ts'

type ObjectListProps = {
  label: string
  entries: readonly Entry[]
  more: More
  selection: Selection
  onSelection: (selection: Selection) => void
  /** The entry that is shown in the preview. */
  shown: string | undefined
  /** Shows the folder of each entry. */
  hasFolders?: boolean
  order: { sort: BucketSort; order: SortOrder }
  onOrder: (sort: BucketSort) => void
  onOpen: (entry: Entry) => void
  onUp: () => void
  /** Called for ArrowRight on an entry, if there is another column next to the list. */
  onRight?: ((entry: Entry) => void) | undefined
  /** Called for ArrowLeft, if there is another column next to the list. */
  onLeft?: (() => void) | undefined
  onClosePreview: () => void
  onDelete: (() => void) | undefined
  menuOf: (entry: Entry, isActive: boolean) => ReactNode
}

/** The next page is loaded when fewer loaded rows than this are left below. */
const NEAR_END = 40
const HEADER_HEIGHT = 32

/** The files and folders of one folder. Only visible rows are rendered. */
export function ObjectList({ entries, selection, onSelection, ...props }: ObjectListProps) {
  const {
    ref: grid,
    view,
    measure,
    reveal,
    first,
    last,
  } = useVisibleRange<HTMLDivElement>(entries.length, ROW_HEIGHT, HEADER_HEIGHT)
  const id = useId()
  const [activeIndex, setActive] = useState(() =>
    Math.max(
      0,
      entries.findIndex(({ name }) => name === props.shown),
    ),
  )
  const active = Math.min(activeIndex, entries.length - 1)

  const { hasMore, load, retry } = props.more
  const isNearEnd = last + NEAR_END >= entries.length
  useEffect(() => {
    if (hasMore && isNearEnd) load()
  }, [hasMore, isNearEnd, load])

  const names = () => entries.map(({ name }) => name)
  const activate = (index: number) => {
    setActive(index)
    reveal(index)
  }

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const entry = entries[active]
    // Buttons in the rows handle keys themselves.
    if (event.target !== event.currentTarget) return
    const isMod = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1)
    const next = isMod ? undefined : moveActive(event.key, { active, page, count: entries.length })
    const take = (act: () => void) => {
      event.preventDefault()
      act()
    }
    if (next !== undefined) {
      take(() => activate(next))
      const name = entries[next]?.name
      const from =
        entry && selection.names.size === 0 ? { ...NOTHING, anchor: entry.name } : selection
      if (event.shiftKey && name !== undefined) onSelection(extended(from, name, names()))
    } else if (event.key === 'Enter' && entry) take(() => props.onOpen(entry))
    else if (event.key === ' ' && entry) take(() => onSelection(toggled(selection, entry.name)))
    else if (event.key === 'Backspace') take(props.onUp)
    else if (event.key === 'ArrowLeft' && props.onLeft) take(props.onLeft)
    else if (event.key === 'ArrowRight' && entry && props.onRight) {
      const { onRight } = props
      take(() => onRight(entry))
    } else if (event.key === 'Escape')
      take(() => (selection.names.size > 0 ? onSelection(NOTHING) : props.onClosePreview()))
    else if (event.key === 'a' && isMod)
      take(() => onSelection({ names: new Set(names()), anchor: undefined }))
    else if (event.key === 'Delete' && props.onDelete) take(props.onDelete)
  }

  const select = (entry: Entry, event: MouseEvent) =>
    onSelection(
      event.shiftKey ? extended(selection, entry.name, names()) : toggled(selection, entry.name),
    )
  const click = (entry: Entry, index: number, event: MouseEvent) => {
    setActive(index)
    if (event.shiftKey || event.ctrlKey || event.metaKey) select(entry, event)
    else props.onOpen(entry)
  }

  const sorting = { order: props.order, onOrder: props.onOrder }
  const isActiveDrawn = active >= first && active < last
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={hasMore ? -1 : entries.length + 1}
      {...(isActiveDrawn && { 'aria-activedescendant': `${id}-${active}` })}
      onScroll={measure}
      onKeyDown={handleKey}
      className="group/list @container min-h-0 flex-1 overflow-y-auto text-xs outline-none focus-visible:outline-none"
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(COLUMNS, 'h-8 border-b bg-sunken text-muted')}
        >
          <span role="columnheader" className="grid place-items-center">
            <input
              type="checkbox"
              className="list-checkbox"
              aria-label={selection.names.size > 0 ? 'Clear selection' : 'Select all loaded'}
              ref={(box) => {
                const isPart = selection.names.size > 0 && selection.names.size < entries.length
                if (box) box.indeterminate = isPart
              }}
              checked={selection.names.size > 0}
              onChange={() =>
                onSelection(
                  selection.names.size > 0
                    ? NOTHING
                    : { names: new Set(names()), anchor: undefined },
                )
              }
            />
          </span>
          <SortHeader {...sorting} sort="name" label="Name" />
          <span role="columnheader" className="hidden text-right font-medium @md:block">
            Size
          </span>
          <span role="columnheader" className="hidden truncate font-medium @3xl:block">
            Type
          </span>
          <SortHeader {...sorting} sort="updated_at" label="Modified" className="hidden @xl:flex" />
          <span role="columnheader">
            <span className="sr-only">Actions</span>
          </span>
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: entries.length * ROW_HEIGHT }}>
        {entries.slice(first, last).map((entry, offset) => {
          const index = first + offset
          return (
            <EntryRow
              key={entry.name}
              id={`${id}-${index}`}
              index={index}
              entry={entry}
              isActive={index === active}
              isSelected={selection.names.has(entry.name)}
              isShown={entry.name === props.shown}
              hasFolder={props.hasFolders === true}
              onClick={(event) => click(entry, index, event)}
              onSelect={(event) => {
                setActive(index)
                select(entry, event)
              }}
              menu={props.menuOf(entry, index === active)}
            />
          )
        })}
      </div>
      {retry && (
        <div role="row" className="border-b">
          <div role="gridcell" className="flex flex-wrap items-center gap-2 px-4 py-2">
            <span role="alert" className="text-danger-text">
              Could not load more files.
            </span>
            <Button size="sm" onClick={retry}>
              Retry
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

type SortHeaderProps = Pick<ObjectListProps, 'order' | 'onOrder'> & {
  sort: BucketSort
  label: string
  className?: string
}

function SortHeader({ sort, label, className, order, onOrder }: SortHeaderProps) {
  const isSorted = order.sort === sort
  const isAscending = order.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  const direction = isAscending ? 'ascending' : 'descending'
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? direction : 'none'}
      className={classNames('base:flex font-medium', className)}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-text"
        onClick={() => onOrder(sort)}
      >
        {label}
        {isSorted && <Arrow className="size-3" />}
      </button>
    </span>
  )
}
