import { Tabs as Primitive } from 'radix-ui'
import { useEffect, useRef, type ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export const Tabs = Primitive.Root

export function TabsList({
  className,
  ...props
}: Omit<ComponentProps<typeof Primitive.List>, 'ref'>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    showActive(element)
    const observer = new MutationObserver(() => showActive(element))
    observer.observe(element, { subtree: true, attributeFilter: ['data-state'] })
    return () => observer.disconnect()
  }, [])
  return (
    <Primitive.List
      ref={list}
      data-slot="tabs-list"
      className={classNames('flex gap-4 overflow-x-auto border-b', className)}
      {...props}
    />
  )
}

/**
 * On a narrow screen, the list scrolls until the active tab and a part of its neighbors are visible.
 * Only the list scrolls: `scrollIntoView` could move the page too.
 */
function showActive(list: HTMLElement): void {
  const active = list.querySelector('[role=tab][data-state=active]')
  if (!active) return
  const [frame, tab] = [list.getBoundingClientRect(), active.getBoundingClientRect()]
  const before = tab.left - frame.left - NEIGHBOR_PX
  const after = tab.right - frame.right + NEIGHBOR_PX
  if (before < 0) list.scrollLeft = Math.max(0, list.scrollLeft + before)
  else if (after > 0) list.scrollLeft += after
}

const NEIGHBOR_PX = 40

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
      className={classNames('base:pt-3', className)}
      {...props}
    />
  )
}
