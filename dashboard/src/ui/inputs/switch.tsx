import { Switch as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="switch"
      className={classNames(
        'inline-flex h-4 w-7 shrink-0 items-center rounded-full border border-transparent bg-muted transition-colors disabled:opacity-50 data-[state=checked]:bg-accent',
        className,
      )}
      {...props}
    >
      <Primitive.Thumb className="block size-3 translate-x-px rounded-full bg-raised transition-transform data-[state=checked]:translate-x-3.25" />
    </Primitive.Root>
  )
}
