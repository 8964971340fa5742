import { Suspense } from 'react'
import type { ReactNode } from 'react'
import {
  ContextMenu,
  ContextMenuContent,
  ContextMenuItem,
  ContextMenuSeparator,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
} from '../../../ui/menus/context-menu.tsx'

export type CellMenuActions = {
  copy: () => void
  copyRow: () => void
  filterByValue: () => void
  edit: (() => void) | null
  setNull: (() => void) | null
  setDefault: (() => void) | null
  editRow: (() => void) | null
  duplicateRow: (() => void) | null
  follow: (() => void) | null
  peek: (() => void) | null
  /** The items of the rows that refer to this one. */
  related: ReactNode
  deleteRow: (() => void) | null
}

type CellMenuProps = {
  /** Computed when the menu opens, for the cell it opens on; undefined outside the rows. */
  actions: () => CellMenuActions | undefined
  children: ReactNode
}

/** The context menu of a cell, opened by pointer or by the menu key. */
export function CellMenu({ actions, children }: CellMenuProps) {
  return (
    <ContextMenu>
      <ContextMenuTrigger asChild>{children}</ContextMenuTrigger>
      <ContextMenuContent>
        <Items actions={actions} />
      </ContextMenuContent>
    </ContextMenu>
  )
}

function Items({ actions }: Pick<CellMenuProps, 'actions'>) {
  const now = actions()
  if (now === undefined) return <p className="px-2 py-1 text-muted">No cell selected</p>
  return (
    <>
      <ContextMenuItem shortcut="Mod+C" onSelect={now.copy}>
        Copy
      </ContextMenuItem>
      <ContextMenuItem onSelect={now.copyRow}>Copy row</ContextMenuItem>
      <ContextMenuItem onSelect={now.filterByValue}>Filter by this value</ContextMenuItem>
      {now.follow !== null && (
        <ContextMenuItem shortcut="Mod+Enter" onSelect={now.follow}>
          Open the referenced row
        </ContextMenuItem>
      )}
      {now.peek !== null && (
        <ContextMenuItem onSelect={now.peek}>Peek at the referenced row</ContextMenuItem>
      )}
      {now.related !== null && (
        <ContextMenuSub>
          <ContextMenuSubTrigger>Related rows</ContextMenuSubTrigger>
          <ContextMenuSubContent>
            <Suspense fallback={<p className="px-2 py-1 text-xs text-muted">Loading…</p>}>
              {now.related}
            </Suspense>
          </ContextMenuSubContent>
        </ContextMenuSub>
      )}
      {(now.edit !== null || now.setNull !== null || now.setDefault !== null) && (
        <ContextMenuSeparator />
      )}
      {now.edit !== null && (
        <ContextMenuItem shortcut="Enter" onSelect={now.edit}>
          Edit
        </ContextMenuItem>
      )}
      {now.setNull !== null && (
        <ContextMenuItem onSelect={now.setNull}>Set to NULL</ContextMenuItem>
      )}
      {now.setDefault !== null && (
        <ContextMenuItem onSelect={now.setDefault}>Set to default</ContextMenuItem>
      )}
      {(now.editRow !== null || now.duplicateRow !== null) && <ContextMenuSeparator />}
      {now.editRow !== null && <ContextMenuItem onSelect={now.editRow}>Edit row</ContextMenuItem>}
      {now.duplicateRow !== null && (
        <ContextMenuItem onSelect={now.duplicateRow}>Duplicate row</ContextMenuItem>
      )}
      {now.deleteRow !== null && (
        <>
          <ContextMenuSeparator />
          <ContextMenuItem variant="danger" shortcut="Mod+Backspace" onSelect={now.deleteRow}>
            Delete row
          </ContextMenuItem>
        </>
      )}
    </>
  )
}
