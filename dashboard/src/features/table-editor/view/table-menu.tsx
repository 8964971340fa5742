import { Ellipsis } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import type { SessionView } from '../session/session-view.ts'
import type { BulkAccess, BulkKind } from './bulk-access.ts'
import { useReviewMode } from './use-review-mode.ts'

type TableMenuProps = {
  session: SessionView
  canChange: boolean
  /** Which bulk changes are possible. */
  bulk: BulkAccess
  hasFilters: boolean
  onExport: () => void
  onBulk: (kind: BulkKind) => void
}

/** Actions on the rows of a table as a whole. */
export function TableMenu({ session, canChange, bulk, hasFilters, ...on }: TableMenuProps) {
  const mode = useReviewMode(session)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" aria-label="Table actions">
          <Ellipsis className="size-3.5" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={on.onExport}>Export rows</DropdownMenuItem>
        {(bulk.canEdit || bulk.canDelete) && <DropdownMenuSeparator />}
        {bulk.canEdit && (
          <DropdownMenuItem onSelect={() => on.onBulk('edit')}>
            {hasFilters ? 'Edit all matching rows' : 'Edit all rows'}
          </DropdownMenuItem>
        )}
        {bulk.canDelete && (
          <DropdownMenuItem onSelect={() => on.onBulk('delete')}>
            {hasFilters ? 'Delete all matching rows' : 'Delete all rows'}
          </DropdownMenuItem>
        )}
        {canChange && <DropdownMenuSeparator />}
        {canChange && (
          <DropdownMenuCheckboxItem
            checked={mode.isOn}
            disabled={mode.isOn && !mode.canTurnOff}
            onCheckedChange={mode.set}
          >
            {mode.canTurnOff
              ? 'Review changes before saving'
              : 'Save or discard your changes first'}
          </DropdownMenuCheckboxItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
