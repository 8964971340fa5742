import type { ReactNode } from 'react'

/** One topic of the panel of a user. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  )
}

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line rounded-md border">{children}</ul>
)

export const Item = ({ children }: { children: ReactNode }) => (
  <li className="flex min-h-10 items-center gap-3 px-3 text-xs">{children}</li>
)
