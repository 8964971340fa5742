import { LayoutGrid } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import type { Layout } from './use-layout.ts'

type LayoutMenuProps = { layout: Layout; canShare: boolean }

/** Arranges the tables again, and shares their places with the project. */
export function LayoutMenu({ layout, canShare }: LayoutMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button busy={layout.isArranging}>
          <LayoutGrid /> Layout
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={layout.isArranging} onSelect={() => void layout.arrangeAll()}>
          Arrange again
        </DropdownMenuItem>
        {canShare && (
          <DropdownMenuItem disabled={layout.isArranging} onSelect={layout.share}>
            Share with the project
          </DropdownMenuItem>
        )}
        {layout.hasOwn && (
          <DropdownMenuItem onSelect={layout.discard}>
            {layout.sharedAt === undefined ? 'Discard my layout' : 'Use the shared layout'}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
