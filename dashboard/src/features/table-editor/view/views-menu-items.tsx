import type { TableView } from '@stoa/contract/platform/table-views'
import { Users } from 'lucide-react'
import { errorMessage } from '../../../data/client/api-error.ts'
import {
  useSaveTableView,
  useSetDefaultTableView,
} from '../../../data/resources/platform/table-views.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '../../../ui/menus/dropdown-menu.tsx'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import type { SavedViews, ViewAction } from './use-saved-views.ts'

type ViewsMenuItemsProps = {
  projectRef: string
  tableId: number
  saved: SavedViews
  layout: ReturnType<typeof useGridLayout>
  isChanged: boolean
  onAction: (action: ViewAction) => void
}

const ALL_ROWS = 'all'

/** Opens another view, and saves, shares and deletes the open one. */
export function ViewsMenuItems({ saved, layout, isChanged, ...props }: ViewsMenuItemsProps) {
  const { views, active, defaultId } = saved
  return (
    <>
      <DropdownMenuLabel>Views</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        className="max-h-72 overflow-y-auto"
        value={active?.id ?? ALL_ROWS}
        onValueChange={(id) => saved.open(views.find((view) => view.id === id))}
      >
        <DropdownMenuRadioItem value={ALL_ROWS}>All rows</DropdownMenuRadioItem>
        {views.map((view) => (
          <DropdownMenuRadioItem key={view.id} value={view.id}>
            <span className="min-w-0 truncate">{view.name}</span>
            {view.is_shared && (
              <Users
                className="size-3.5 shrink-0 text-muted"
                aria-label="Shared with the project"
              />
            )}
            {view.id === defaultId && <span className="text-xs text-muted">default</span>}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      {active !== undefined && isChanged && (
        <ChangeItems {...props} active={active} saved={saved} layout={layout} />
      )}
      <DropdownMenuItem onSelect={() => props.onAction('save-as')}>
        {active === undefined ? 'Save as view…' : 'Save as new view…'}
      </DropdownMenuItem>
      {active !== undefined && <ViewItems {...props} active={active} saved={saved} />}
    </>
  )
}

type ActiveProps = Pick<ViewsMenuItemsProps, 'projectRef' | 'tableId' | 'saved' | 'onAction'> & {
  active: TableView
}

function ChangeItems({
  projectRef,
  tableId,
  saved,
  layout,
  active,
}: ActiveProps & Pick<ViewsMenuItemsProps, 'layout'>) {
  const save = useSaveTableView(projectRef, tableId)
  const saveChanges = async () => {
    const { id, name, is_shared, version } = active
    const { filter, sort } = saved
    try {
      await save.mutateAsync({
        id,
        name,
        is_shared,
        version,
        filter,
        sort,
        layout: layout.current,
      })
      layout.forget()
      saved.open(active)
    } catch (error) {
      toast.error('Could not save the view', { description: errorMessage(error) })
    }
  }
  return (
    <>
      {active.can_edit && (
        <DropdownMenuItem onSelect={() => void saveChanges()}>Save changes</DropdownMenuItem>
      )}
      <DropdownMenuItem
        onSelect={() => {
          layout.forget()
          saved.open(active)
        }}
      >
        Discard changes
      </DropdownMenuItem>
    </>
  )
}

function ViewItems({ projectRef, tableId, saved, active, onAction }: ActiveProps) {
  const save = useSaveTableView(projectRef, tableId)
  const setDefault = useSetDefaultTableView(projectRef, tableId)
  const isDefault = saved.defaultId === active.id
  const share = async (isShared: boolean) => {
    const { id, name, filter, sort, layout, version } = active
    try {
      await save.mutateAsync({ id, name, filter, sort, layout, version, is_shared: isShared })
      toast.success(isShared ? 'View shared with the project' : 'View is private now')
    } catch (error) {
      toast.error('Could not save the view', { description: errorMessage(error) })
    }
  }
  return (
    <>
      <DropdownMenuCheckboxItem
        checked={isDefault}
        onCheckedChange={(checked) => setDefault.mutate(checked ? active.id : null)}
      >
        Open by default
      </DropdownMenuCheckboxItem>
      {active.is_own && (
        <DropdownMenuCheckboxItem
          checked={active.is_shared}
          onCheckedChange={(checked) => void share(checked)}
        >
          Shared with the project
        </DropdownMenuCheckboxItem>
      )}
      {active.can_edit && (
        <>
          <DropdownMenuItem onSelect={() => onAction('rename')}>Rename view…</DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={() => onAction('delete')}>
            Delete view…
          </DropdownMenuItem>
        </>
      )}
    </>
  )
}
