import { ContextMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'
import { menuClasses } from './menu-classes.ts'

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

type ItemProps = ComponentProps<typeof Primitive.Item> & {
  variant?: 'default' | 'danger'
  shortcut?: string | undefined
}

export function ContextMenuItem({
  variant = 'default',
  shortcut,
  children,
  className,
  ...props
}: ItemProps) {
  return (
    <Primitive.Item
      data-slot="context-menu-item"
      className={classNames(
        menuClasses.item,
        variant === 'danger' && menuClasses.danger,
        className,
      )}
      {...props}
    >
      {children}
      {shortcut && <Kbd shortcut={shortcut} className="ml-auto pl-4" />}
    </Primitive.Item>
  )
}

export function ContextMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={classNames(menuClasses.separator, className)} {...props} />
}
