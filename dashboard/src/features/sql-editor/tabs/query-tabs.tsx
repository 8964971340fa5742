import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore, type DragEvent, type KeyboardEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import {
  ContextMenu,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuTrigger,
} from '../../../ui/menus/context-menu.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import type { SnippetDocument } from '../../../components/documents/snippet-document.ts'
import type { useTabs } from './use-tabs.ts'

type QueryTabsProps = {
  tabs: ReturnType<typeof useTabs>
  currentId: string
  /** The open query, whose name and state are newer than those of the list. */
  document: SnippetDocument | null
  snippets: readonly ListedSnippet[] | undefined
  onOpen: (id: string) => void
  onNew: () => void
}

const DRAGGED = 'application/x-stoa-tab'
const noDocument = { subscribe: () => () => undefined, snapshot: () => undefined }

/** The open queries. The middle button closes a tab; dragging and Alt+Shift+arrows move it. */
export function QueryTabs({ tabs, currentId, document, snippets, ...props }: QueryTabsProps) {
  const { subscribe, snapshot } = document ?? noDocument
  const current = useSyncExternalStore(subscribe, snapshot)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (list.current) showTab(list.current, currentId)
  }, [currentId])
  const listed = new Map(snippets?.map((snippet) => [snippet.id, snippet]))
  return (
    <div className="flex h-9 shrink-0 items-stretch border-b bg-sunken">
      <ul ref={list} aria-label="Open queries" className="flex min-w-0 flex-1 overflow-x-auto">
        {tabs.ids.map((id, index) => {
          const isCurrent = id === currentId
          const open = isCurrent ? current : undefined
          return (
            <Tab
              key={id}
              id={id}
              name={open?.name ?? listed.get(id)?.name ?? 'Query'}
              isUnsaved={open ? open.status.state !== 'saved' : listed.get(id)?.isUnsaved === true}
              isCurrent={isCurrent}
              index={index}
              tabs={tabs}
              onOpen={props.onOpen}
            />
          )
        })}
      </ul>
      <IconButton label="New query" onClick={props.onNew} className="m-1">
        <Plus />
      </IconButton>
    </div>
  )
}

/** Scrolls only the list: `scrollIntoView` could move the page too. */
function showTab(list: HTMLElement, id: string): void {
  // The id comes from the URL, so it can be anything.
  const current = Array.from(list.children).find((tab) => tab.getAttribute('data-tab') === id)
  if (!current) return
  const [frame, tab] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
  if (tab.left < frame.left) list.scrollLeft += tab.left - frame.left
  else if (tab.right > frame.right) list.scrollLeft += tab.right - frame.right
}

type TabProps = Pick<QueryTabsProps, 'tabs' | 'onOpen'> & {
  id: string
  name: string
  isUnsaved: boolean
  isCurrent: boolean
  index: number
}

function Tab({ id, name, isUnsaved, isCurrent, index, tabs, onOpen }: TabProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete') tabs.close([id])
    if (!event.altKey || !event.shiftKey) return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    tabs.move(id, event.key === 'ArrowLeft' ? index - 1 : index + 1)
  }
  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED)
    if (dragged === '') return
    event.preventDefault()
    tabs.move(dragged, index)
  }
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons and its menu do the same */}
        <li
          data-tab={id}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, id)}
          onDragOver={(event) =>
            event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()
          }
          onDrop={drop}
          // Without it, the middle button starts to scroll.
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={(event) => event.button === 1 && tabs.close([id])}
          className={classNames(
            'group flex max-w-52 min-w-24 shrink-0 items-center border-r pr-1',
            isCurrent ? 'bg-surface' : 'text-muted hover:bg-hover',
          )}
        >
          <button
            type="button"
            aria-current={isCurrent ? 'page' : undefined}
            title={name}
            onClick={() => onOpen(id)}
            onKeyDown={handleKey}
            className="flex h-full min-w-0 flex-1 items-center gap-1.5 pr-1 pl-3 text-left -outline-offset-2"
          >
            <span className="truncate">{name}</span>
            {isUnsaved && (
              <>
                <StatusDot tone="warning" className="size-1.5 shrink-0" />
                <span className="sr-only">Unsaved</span>
              </>
            )}
          </button>
          <button
            type="button"
            aria-label={`Close ${name}`}
            onClick={() => tabs.close([id])}
            className={classNames(
              'grid size-5 shrink-0 place-items-center rounded-sm hover:bg-hover focus-visible:opacity-100 pointer-coarse:opacity-100',
              isCurrent ? 'opacity-100' : 'opacity-0 group-hover:opacity-100',
            )}
          >
            <X className="size-3.5" />
          </button>
        </li>
      </ContextMenuTrigger>
      <TabMenu id={id} index={index} tabs={tabs} />
    </ContextMenu>
  )
}

function TabMenu({ id, index, tabs }: Pick<TabProps, 'id' | 'index' | 'tabs'>) {
  const others = tabs.ids.filter((other) => other !== id)
  const right = tabs.ids.slice(index + 1)
  return (
    <ContextMenuContent>
      <ContextMenuItem onSelect={() => tabs.close([id])}>Close</ContextMenuItem>
      <ContextMenuItem disabled={others.length === 0} onSelect={() => tabs.close(others)}>
        Close others
      </ContextMenuItem>
      <ContextMenuItem disabled={right.length === 0} onSelect={() => tabs.close(right)}>
        Close to the right
      </ContextMenuItem>
      <ContextMenuItem disabled={!tabs.reopen} onSelect={() => tabs.reopen?.()}>
        Reopen closed query
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem disabled={index === 0} onSelect={() => tabs.move(id, index - 1)}>
        Move left
      </ContextMenuItem>
      <ContextMenuItem disabled={right.length === 0} onSelect={() => tabs.move(id, index + 1)}>
        Move right
      </ContextMenuItem>
    </ContextMenuContent>
  )
}
