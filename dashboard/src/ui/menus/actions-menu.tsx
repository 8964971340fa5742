import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from './dropdown-menu.tsx'

type ActionsMenuProps = Pick<ButtonProps, 'size' | 'className'> & {
  /** The item's name for assistive technology: `Actions for …`. */
  subject: string
  /** Hides the button until the pointer or the focus is in the closest `group`. */
  isQuiet?: boolean
  /** Menu items. */
  children: ReactNode
}

/** The button with three dots that opens the actions of one row or list item. */
export function ActionsMenu({
  subject,
  isQuiet = false,
  size = 'icon',
  className,
  children,
}: ActionsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size={size}
          aria-label={`Actions for ${subject}`}
          className={classNames(
            isQuiet &&
              'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100',
            className,
          )}
        >
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  )
}
