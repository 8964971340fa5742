import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { menuClasses } from './menu-classes.ts'
import { MenuItem, type MenuItemProps } from './menu-item.tsx'

/**
 * The menu is not modal. A modal menu would hide the rest of the page from assistive technology
 * while it could still receive focus.
 */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}
export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuRadioGroup = Primitive.RadioGroup

export function DropdownMenuContent({
  className,
  align = 'end',
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="dropdown-menu"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={classNames(menuClasses.content, className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function DropdownMenuItem(props: MenuItemProps) {
  return <MenuItem primitive={Primitive.Item} data-slot="dropdown-menu-item" {...props} />
}

export function DropdownMenuRadioItem({
  children,
  className,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem
      className={classNames(menuClasses.item, menuClasses.plain, 'pr-8', className)}
      {...props}
    >
      {children}
      <Primitive.ItemIndicator className="absolute right-2">
        <Check className="size-3.5" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}

export function DropdownMenuCheckboxItem({
  children,
  className,
  ...props
}: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      className={classNames(menuClasses.item, menuClasses.plain, 'pr-8', className)}
      {...props}
    >
      {children}
      <Primitive.ItemIndicator className="absolute right-2">
        <Check className="size-3.5" />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={classNames(menuClasses.label, className)} {...props} />
}

export function DropdownMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof Primitive.Separator>) {
  return <Primitive.Separator className={classNames(menuClasses.separator, className)} {...props} />
}
