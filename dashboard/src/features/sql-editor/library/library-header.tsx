import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { Ellipsis, NotebookText, Plus } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import type { LibraryActions } from './library-actions.ts'
import type { LibraryOrder } from './library-rows.ts'

type LibraryHeaderProps = {
  search: string
  onSearch: (text: string) => void
  order: LibraryOrder
  onOrder: (order: LibraryOrder) => void
  canWrite: boolean
  canShare: boolean
  onNew: (type: EditorSnippetType) => void
  onSelect: () => void
  ask: LibraryActions['ask']
}

const ORDERS: readonly { value: LibraryOrder; label: string }[] = [
  { value: 'changed', label: 'Last changed' },
  { value: 'created', label: 'Date created' },
  { value: 'name', label: 'Name' },
]

export const isLibraryOrder = (value: unknown): value is LibraryOrder =>
  ORDERS.some((order) => order.value === value)

export function LibraryHeader({ search, onSearch, order, onOrder, ...props }: LibraryHeaderProps) {
  const newFolder = (visibility: 'private' | 'shared') =>
    props.ask({ kind: 'new-folder', place: { visibility, folder_id: null } })
  return (
    <div className="flex items-center gap-1 p-2">
      <SearchInput
        label="Search queries"
        placeholder="Search"
        className="flex-1"
        value={search}
        onValueChange={onSearch}
      />
      <IconButton label="New query" variant="secondary" onClick={() => props.onNew('sql')}>
        <Plus />
      </IconButton>
      <IconButton label="New notebook" onClick={() => props.onNew('notebook')}>
        <NotebookText />
      </IconButton>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="List actions">
            <Ellipsis />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {props.canWrite && (
            <>
              <DropdownMenuItem onSelect={() => newFolder('private')}>New folder</DropdownMenuItem>
              {props.canShare && (
                <DropdownMenuItem onSelect={() => newFolder('shared')}>
                  New shared folder
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={props.onSelect}>Select queries</DropdownMenuItem>
              <DropdownMenuSeparator />
            </>
          )}
          <DropdownMenuLabel>Sort by</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            value={order}
            onValueChange={(value) => isLibraryOrder(value) && onOrder(value)}
          >
            {ORDERS.map(({ value, label }) => (
              <DropdownMenuRadioItem key={value} value={value}>
                {label}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}
