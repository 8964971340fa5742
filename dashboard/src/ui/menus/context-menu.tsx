import { ChevronRight } from 'lucide-react'
import { ContextMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { menuClasses } from './menu-classes.ts'
import { MenuItem, type MenuItemProps } from './menu-item.tsx'

/** Not modal, for the same reason as the dropdown menu. */
export function ContextMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}
export const ContextMenuTrigger = Primitive.Trigger

export function ContextMenuContent({
  className,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="context-menu"
        collisionPadding={8}
        className={classNames(menuClasses.content, className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

export const ContextMenuSub = Primitive.Sub

/** An item that opens a menu beside it. */
export function ContextMenuSubTrigger({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.SubTrigger>) {
  return (
    <Primitive.SubTrigger
      data-slot="context-menu-item"
      className={classNames(menuClasses.item, menuClasses.plain, className)}
      {...props}
    >
      {children}
      <ChevronRight className="ml-auto size-3.5" />
    </Primitive.SubTrigger>
  )
}

export function ContextMenuSubContent({
  className,
  ...props
}: ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.Portal>
      <Primitive.SubContent
        data-slot="context-menu"
        collisionPadding={8}
        className={classNames(menuClasses.content, className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function ContextMenuItem(props: MenuItemProps) {
  return <MenuItem primitive={Primitive.Item} data-slot="context-menu-item" {...props} />
}

export function ContextMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={classNames(menuClasses.separator, className)} {...props} />
}
