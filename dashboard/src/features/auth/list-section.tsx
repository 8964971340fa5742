import type { ReactNode } from 'react'

type ListSectionProps = {
  title: string
  description: string
  /** The button that adds an item, once there is a list. */
  action?: ReactNode
  children: ReactNode
}

/** A list below a page's settings, across the whole width. */
export function ListSection({ title, description, action, children }: ListSectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-sm font-semibold">{title}</h2>
          <p className="mt-1 text-muted">{description}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
