import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 4,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="popover"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={classNames(
          'z-50 max-h-(--radix-popover-content-available-height) base:w-72 animate-rise-in base:overflow-auto rounded-md border bg-raised base:p-3 shadow-float outline-none',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}
