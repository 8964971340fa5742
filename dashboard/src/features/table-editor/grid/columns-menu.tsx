import type { Column } from '@stoa/contract/services/meta/catalogue'
import { Columns3 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'

type ColumnsMenuProps = {
  columns: readonly Column[]
  hidden: ReadonlySet<string>
  onShow: (column: string) => void
  onHide: (column: string) => void
  onShowAll: () => void
  onAdd: (() => void) | null
}

/** Selects the visible columns; if the table can be changed, it also offers to add one. */
export function ColumnsMenu({ columns, hidden, onAdd, ...props }: ColumnsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <Columns3 className="size-3.5" />
          <span className="max-sm:sr-only">
            {hidden.size === 0 ? 'Columns' : `${hidden.size} hidden`}
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-h-96 overflow-y-auto">
        {columns.map(({ name }) => (
          <DropdownMenuCheckboxItem
            key={name}
            checked={!hidden.has(name)}
            disabled={!hidden.has(name) && hidden.size === columns.length - 1}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(checked) => (checked ? props.onShow(name) : props.onHide(name))}
          >
            <span className="font-mono text-xs">{name}</span>
          </DropdownMenuCheckboxItem>
        ))}
        {hidden.size > 0 && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={props.onShowAll}>Show all</DropdownMenuItem>
          </>
        )}
        {onAdd !== null && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={onAdd}>Add column</DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
