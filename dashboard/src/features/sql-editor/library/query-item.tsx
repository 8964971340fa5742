import { NotebookText, Star } from 'lucide-react'
import type { MouseEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatRelative } from '../../../lib/dates.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import { drag, type LibraryActions } from './library-actions.ts'
import type { LibraryRow } from './library-rows.ts'
import { QueryMenu } from './query-menu.tsx'

export const indentOf = (level: number) => ({ paddingLeft: `${8 + level * 14}px` })

type QueryItemProps = {
  row: LibraryRow & { kind: 'query' }
  currentId: string
  canShare: boolean
  canWrite: boolean
  selected: ReadonlySet<string> | undefined
  actions: LibraryActions
}

export function QueryItem({ row, currentId, selected, actions, ...rights }: QueryItemProps) {
  const { snippet, excerpt } = row
  const isCurrent = snippet.id === currentId
  const isSelected = selected?.has(snippet.id) === true
  const canSelect = snippet.isStored && snippet.can_edit && rights.canWrite
  const choose = (event: MouseEvent) => {
    if (canSelect && (selected !== undefined || event.ctrlKey || event.metaKey))
      actions.select(snippet.id)
    else if (selected === undefined) actions.open(snippet.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu moves it as well
    <li
      draggable={canSelect}
      onDragStart={(event) => drag(event.dataTransfer, { kind: 'query', id: snippet.id })}
      className="group relative flex items-center"
    >
      {selected && (
        <Checkbox
          aria-label={`Select ${snippet.name}`}
          checked={isSelected}
          disabled={!canSelect}
          onCheckedChange={() => actions.select(snippet.id)}
          className="mx-1"
        />
      )}
      <button
        type="button"
        onClick={choose}
        style={indentOf(row.level)}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex h-10 w-full min-w-0 flex-col justify-center rounded-md pr-8 text-left transition-colors',
          isCurrent || isSelected ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <span className="flex w-full items-center gap-1 leading-4">
          {snippet.type === 'notebook' && (
            <NotebookText className="size-3.5 shrink-0 text-muted" aria-label="Notebook" />
          )}
          <span className="truncate">{snippet.name}</span>
          {snippet.is_favorite && (
            <Star className="size-3 shrink-0 fill-current text-muted" aria-label="Favorite" />
          )}
        </span>
        <span className={classNames('w-full truncate text-2xs text-muted', excerpt && 'font-mono')}>
          {excerpt ?? stateOf(snippet)}
        </span>
      </button>
      {!selected && (
        <ActionsMenu subject={snippet.name} isQuiet className="absolute top-1.5 right-1">
          <QueryMenu snippet={snippet} actions={actions} {...rights} />
        </ActionsMenu>
      )}
    </li>
  )
}

function stateOf(snippet: ListedSnippet): string {
  if (!snippet.isStored) return 'Not saved yet'
  if (snippet.isUnsaved) return 'Unsaved changes'
  const time = formatRelative(snippet.updated_at)
  return snippet.visibility === 'shared' ? `${snippet.author} · ${time}` : time
}
