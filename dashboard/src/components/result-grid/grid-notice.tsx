import type { ReactNode } from 'react'

/**
 * Shown in a grid instead of rows. It is as wide as the visible part of the grid and stays in place
 * when the grid scrolls sideways, so that it is centered for the person however wide the grid is.
 */
export function GridNotice({ children }: { children: ReactNode }) {
  return (
    <div className="grid-notice col-span-full flex flex-col items-center gap-3 self-start px-6 py-16 font-sans text-sm leading-5">
      {children}
    </div>
  )
}
