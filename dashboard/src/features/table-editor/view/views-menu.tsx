import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { isSameLayout } from '../grid/grid-layout.ts'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import { ViewDialog, ViewsMenuItems } from './lazy-sheets.ts'
import { hasChangedRows } from './use-saved-views.ts'
import type { SavedViews, ViewAction } from './use-saved-views.ts'

type ViewsMenuProps = {
  projectRef: string
  tableId: number
  saved: SavedViews
  layout: ReturnType<typeof useGridLayout>
}

/** The saved views of a table, and whether the open one has unsaved changes. */
export function ViewsMenu({ projectRef, tableId, saved, layout }: ViewsMenuProps) {
  const [action, setAction] = useState<ViewAction | undefined>()
  const { active } = saved
  const isChanged =
    active !== undefined && (hasChangedRows(saved) || !isSameLayout(layout.current, active.layout))
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost" className="max-w-48 shrink-0">
            <Bookmark className="size-3.5 shrink-0" />
            <span className="truncate max-sm:sr-only">{active?.name ?? 'Views'}</span>
            {isChanged && (
              <span className="size-1.5 shrink-0 rounded-full bg-accent" title="Unsaved changes">
                <span className="sr-only">, changed</span>
              </span>
            )}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="max-w-80 min-w-52">
          <Suspense fallback={<div className="h-24" />}>
            <ViewsMenuItems
              projectRef={projectRef}
              tableId={tableId}
              saved={saved}
              layout={layout}
              isChanged={isChanged}
              onAction={setAction}
            />
          </Suspense>
        </DropdownMenuContent>
      </DropdownMenu>
      {action !== undefined && (
        <Suspense>
          <ViewDialog
            projectRef={projectRef}
            tableId={tableId}
            saved={saved}
            layout={layout}
            action={action}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
