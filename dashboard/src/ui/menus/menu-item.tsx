import type { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Kbd } from '../display/kbd.tsx'
import { menuClasses } from './menu-classes.ts'

type Primitive = typeof ContextMenu.Item | typeof DropdownMenu.Item

export type MenuItemProps = ComponentProps<Primitive> & {
  variant?: 'default' | 'danger'
  shortcut?: string | undefined
}

/** An item of either kind of menu. `primitive` is the kind's own item. */
export function MenuItem({
  primitive: Item,
  variant = 'default',
  shortcut,
  children,
  className,
  ...props
}: MenuItemProps & { primitive: Primitive }) {
  return (
    <Item
      className={classNames(
        menuClasses.item,
        variant === 'danger' ? menuClasses.danger : menuClasses.plain,
        className,
      )}
      {...props}
    >
      {props.asChild ? (
        children
      ) : (
        <>
          {children}
          {shortcut && <Kbd shortcut={shortcut} className="ml-auto pl-4" />}
        </>
      )}
    </Item>
  )
}
