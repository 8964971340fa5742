import { ChartLine, GripVertical, Table2 } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { REPORT_COLUMNS } from '@stoa/contract/platform/custom-reports'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import type { BlockActions, PlacedBlock } from './block-actions.ts'
import { handleBlockKey } from './block-keys.ts'
import { BlockMenu } from './block-menu.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import type { BlockSize } from './blocks.ts'

type BlockFrameProps = {
  placed: PlacedBlock
  title: string
  actions: BlockActions
  /** Whether the values are shown as a table; undefined if the block has no other form. */
  isTable: boolean | undefined
  onTable: (isTable: boolean) => void
  children: ReactNode
}

const DRAGGED = 'application/x-stoa-block'

/** The header, the keys, the drag and drop and the size of a block. */
export function BlockFrame({
  placed,
  title,
  actions,
  isTable,
  onTable,
  children,
}: BlockFrameProps) {
  const { block, index, count, canEdit } = placed
  const [isAfter, setIsAfter] = useState<boolean>()
  // The size below the pointer, until it is released.
  const [drawn, setDrawn] = useState<BlockSize>()
  const { width, height } = drawn ?? block
  const dragOver = (event: DragEvent) => {
    if (!canEdit || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    const { left, width: across } = event.currentTarget.getBoundingClientRect()
    setIsAfter(event.clientX > left + across / 2)
  }
  const drop = (event: DragEvent) => {
    const [dragged = '', from] = event.dataTransfer.getData(DRAGGED).split(' ')
    setIsAfter(undefined)
    if (dragged === '' || !canEdit) return
    event.preventDefault()
    const to = index + (isAfter === true ? 1 : 0)
    // The place is counted without the dragged block.
    actions.move(dragged, Number(from) < to ? to - 1 : to)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of the block does the same
    <section
      data-block={block.id}
      aria-label={`${title}, block ${index + 1} of ${count}`}
      {...(canEdit && { 'aria-describedby': BLOCK_HELP_ID })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys move and resize the block
      tabIndex={0}
      onKeyDown={(event) => handleBlockKey(event, placed, actions)}
      onDragOver={dragOver}
      onDragLeave={() => setIsAfter(undefined)}
      onDrop={drop}
      className={classNames(
        'group relative flex min-w-0 scroll-my-4 flex-col rounded-md border bg-surface',
        COLUMNS[width],
        ROWS[height],
      )}
    >
      {isAfter !== undefined && (
        <div
          aria-hidden
          className={classNames(
            'absolute inset-y-0 z-10 w-0.5 bg-accent',
            isAfter ? '-right-2' : '-left-2',
          )}
        />
      )}
      <header className="flex h-9 shrink-0 items-center gap-1 pr-1 pl-3">
        {canEdit && (
          <span
            draggable
            title="Drag to move"
            aria-hidden
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${block.id} ${index}`)}
            className="absolute top-3 left-0 cursor-grab text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
          >
            <GripVertical className="size-3" />
          </span>
        )}
        <h2 className="min-w-0 flex-1 truncate font-medium" title={title}>
          {title}
        </h2>
        {isTable !== undefined && (
          <IconButton
            label={`${isTable ? 'Chart' : 'Table'} of ${title}`}
            aria-pressed={isTable}
            onClick={() => onTable(!isTable)}
          >
            {isTable ? <ChartLine /> : <Table2 />}
          </IconButton>
        )}
        <ActionsMenu subject={title} isQuiet>
          <BlockMenu placed={placed} actions={actions} />
        </ActionsMenu>
      </header>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      {canEdit && (
        <ResizeHandle
          size={{ width, height }}
          columns={REPORT_COLUMNS}
          onMove={setDrawn}
          onEnd={(size) => {
            setDrawn(undefined)
            if (size) actions.resize(block, size)
          }}
        />
      )}
    </section>
  )
}

/** The sentence about the keys of a block. */
export const BLOCK_HELP_ID = 'report-block-help'

const COLUMNS: Readonly<Record<number, string>> = {
  1: '@2xl/report:col-span-1',
  2: '@2xl/report:col-span-2',
  3: '@2xl/report:col-span-3',
  4: '@2xl/report:col-span-4',
  5: '@2xl/report:col-span-5',
  6: '@2xl/report:col-span-6',
}

const ROWS: Readonly<Record<number, string>> = {
  1: 'row-span-1',
  2: 'row-span-2',
  3: 'row-span-3',
  4: 'row-span-4',
  5: 'row-span-5',
  6: 'row-span-6',
}
