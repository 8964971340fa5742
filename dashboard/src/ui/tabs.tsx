import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

export const Tabs = Primitive.Root

export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      data-slot="tabs-list"
      className={classNames('flex gap-4 overflow-x-auto border-b', className)}
      {...props}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      data-slot="tabs-trigger"
      className={classNames(
        '-mb-px h-8 border-b border-transparent text-sm whitespace-nowrap text-muted transition-colors hover:text-text data-[state=active]:border-text data-[state=active]:text-text',
        className,
      )}
      {...props}
    />
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      data-slot="tabs-content"
      className={classNames('pt-3', className)}
      {...props}
    />
  )
}
