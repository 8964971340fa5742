import { Columns3 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { COLUMNS, type UserColumn } from './user-columns.tsx'

type ColumnsMenuProps = { shown: readonly UserColumn[]; onToggle: (name: string) => void }

/** Selects the visible columns. */
export function ColumnsMenu({ shown, onToggle }: ColumnsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>
          <Columns3 className="size-3.5" /> Columns
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {COLUMNS.map(({ name, header }) => (
          <DropdownMenuCheckboxItem
            key={name}
            checked={shown.some((column) => column.name === name)}
            // The menu stays open for the next choice.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => onToggle(name)}
          >
            {header}
          </DropdownMenuCheckboxItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
