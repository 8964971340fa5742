import { Columns3 } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { LOG_COLUMNS, type LogColumnName } from '../table/columns.ts'

type ColumnsMenuProps = {
  columns: readonly LogColumnName[]
  onColumns: (columns: readonly LogColumnName[]) => void
}

export function ColumnsMenu({ columns, onColumns }: ColumnsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" aria-label="Columns" title="Columns">
          <Columns3 />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {LOG_COLUMNS.map(({ name, label }) => {
          const isShown = columns.includes(name)
          return (
            <DropdownMenuCheckboxItem
              key={name}
              checked={isShown}
              disabled={isShown && columns.length === 1}
              // The menu stays open for several columns.
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={() =>
                onColumns(
                  LOG_COLUMNS.map((column) => column.name).filter((each) =>
                    each === name ? !isShown : columns.includes(each),
                  ),
                )
              }
            >
              {label}
            </DropdownMenuCheckboxItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
