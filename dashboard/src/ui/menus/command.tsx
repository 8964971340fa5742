import { Command as Primitive } from 'cmdk'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** A list filtered by its own search field, used by comboboxes, switchers and the palette. */
export function Command({ className, ...props }: ComponentProps<typeof Primitive>) {
  return (
    <Primitive
      data-slot="command"
      className={classNames('flex min-h-0 flex-col outline-none', className)}
      {...props}
    />
  )
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Primitive.Input>) {
  return (
    <div className="flex items-center gap-2 border-b px-2.5 has-focus-visible:border-focus">
      <Search className="size-3.5 text-muted" />
      <Primitive.Input
        data-slot="command-input"
        className={classNames('base:h-8 w-full bg-transparent text-sm outline-none', className)}
        {...props}
      />
    </div>
  )
}

export function CommandList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      data-slot="command-list"
      className={classNames('base:max-h-72 min-h-0 scroll-py-1 overflow-y-auto p-1', className)}
      {...props}
    />
  )
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Primitive.Empty>) {
  return (
    <Primitive.Empty
      className={classNames('px-2 py-3 text-center text-xs text-muted', className)}
      {...props}
    />
  )
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className={classNames(
        '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-muted',
        className,
      )}
      {...props}
    />
  )
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      data-slot="command-item"
      className={classNames(
        'flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 text-sm select-none data-[disabled=true]:opacity-50 data-[selected=true]:bg-selected',
        className,
      )}
      {...props}
    />
  )
}
