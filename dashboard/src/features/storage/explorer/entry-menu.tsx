import { Ellipsis } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { baseName } from './paths.ts'
import type { Entry } from './entries.ts'

export type EntryAction =
  | 'open'
  | 'download'
  | 'copy-url'
  | 'sign'
  | 'rename'
  | 'move'
  | 'copy'
  | 'delete'

type EntryMenuProps = {
  entry: Entry
  isPublic: boolean
  canWrite: boolean
  /** Only the active row's button is reached with Tab. */
  isActive?: boolean
  onAction: (action: EntryAction, entry: Entry) => void
}

/** The actions of one file or folder. */
export function EntryMenu({
  entry,
  isPublic,
  canWrite,
  isActive = true,
  onAction,
}: EntryMenuProps) {
  const isFile = entry.kind === 'object'
  const item = (action: EntryAction, label: string) => (
    <DropdownMenuItem onSelect={() => onAction(action, entry)}>{label}</DropdownMenuItem>
  )
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Actions for ${baseName(entry.name)}`}
        >
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {!isFile && item('open', 'Open')}
        {item('download', isFile ? 'Download' : 'Download as ZIP')}
        {isFile && isPublic && item('copy-url', 'Copy URL')}
        {isFile && item('sign', 'Create signed link')}
        {canWrite && (
          <>
            <DropdownMenuSeparator />
            {item('rename', 'Rename')}
            {item('move', 'Move')}
            {item('copy', 'Copy')}
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', entry)}>
              Delete
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
