import { ChevronDown, ChevronRight, GripVertical } from 'lucide-react'
import { useMemo, useState, type DragEvent, type ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import type { CellActions, PlacedCell } from './cell-actions.ts'
import { handleCellKey, handleEditingKey } from './cell-keys.ts'
import { CellMenu } from './cell-menu.tsx'
import { titleOf } from './cell-title.ts'

type CellFrameProps = {
  placed: PlacedCell
  actions: CellActions
  /** Shown in the header, before the menu. */
  tools?: ReactNode
  children: ReactNode
}

const DRAGGED = 'application/x-stoa-cell'
const KINDS = { sql: 'SQL', markdown: 'Markdown' }

/** The header, the keys and the drag and drop that all cells have. */
export function CellFrame({ placed, actions, tools, children }: CellFrameProps) {
  const { cell, index, isEditing, isLocked } = placed
  const { id, kind, isCollapsed } = cell
  const title = useMemo(() => titleOf(cell), [cell])
  const [isBelow, setIsBelow] = useState<boolean>()
  const isProse = kind === 'markdown' && !isEditing && !isCollapsed
  const dragOver = (event: DragEvent) => {
    if (isLocked || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setIsBelow(event.clientY > top + height / 2)
  }
  const drop = (event: DragEvent) => {
    const [dragged, from] = event.dataTransfer.getData(DRAGGED).split(' ')
    setIsBelow(undefined)
    if (dragged === undefined || dragged === '' || isLocked) return
    event.preventDefault()
    const to = index + (isBelow === true ? 1 : 0)
    // The place is counted without the dragged cell.
    actions.move(dragged, Number(from) < to ? to - 1 : to)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of the cell does the same
    <section
      data-cell={id}
      aria-label={`${KINDS[kind]} cell ${index + 1}: ${title}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys move, run and change the cell
      tabIndex={0}
      onKeyDownCapture={(event) => handleEditingKey(event, placed, actions)}
      onKeyDown={(event) => handleCellKey(event, placed, actions)}
      onDragOver={dragOver}
      onDragLeave={() => setIsBelow(undefined)}
      onDrop={drop}
      className={classNames(
        'group relative scroll-my-4 rounded-md border',
        isProse ? 'border-transparent hover:border-line focus:border-line' : 'bg-surface',
        isEditing && 'border-line-strong',
      )}
    >
      {isBelow !== undefined && (
        <div
          aria-hidden
          className={classNames(
            'absolute inset-x-0 z-10 h-0.5 bg-accent',
            isBelow ? '-bottom-2' : '-top-2',
          )}
        />
      )}
      <header
        className={classNames(
          'flex h-9 items-center gap-1 px-1 text-xs text-muted',
          isProse
            ? 'absolute top-0 right-0 z-10 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'
            : 'rounded-t-md bg-raised',
          !isProse && !isCollapsed && 'border-b',
        )}
      >
        {!isLocked && (
          <span
            draggable
            title="Drag to move"
            aria-hidden
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${id} ${index}`)}
            className="cursor-grab px-0.5 pointer-coarse:hidden"
          >
            <GripVertical className="size-3.5" />
          </span>
        )}
        {!isProse && (
          <>
            <IconButton
              label={isCollapsed ? `Expand ${title}` : `Collapse ${title}`}
              aria-expanded={!isCollapsed}
              onClick={() => actions.collapse(id, !isCollapsed)}
            >
              {isCollapsed ? <ChevronRight /> : <ChevronDown />}
            </IconButton>
            <span className="shrink-0 max-sm:hidden">{KINDS[kind]}</span>
            <span className="min-w-0 flex-1 truncate text-text">{title}</span>
          </>
        )}
        {tools}
        <ActionsMenu subject={`cell ${index + 1}`}>
          <CellMenu {...placed} actions={actions} />
        </ActionsMenu>
      </header>
      {!isCollapsed && children}
    </section>
  )
}
