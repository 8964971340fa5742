import { lazy, Suspense, type ComponentProps } from 'react'

const load = () => import('./calendar.tsx')
const Loaded = lazy(async () => ({ default: (await load()).Calendar }))

/** Loads the calendar before it is opened, such as when the pointer reaches its button. */
export const preloadCalendar = (): void => void load()

/** A calendar that is loaded when it is first shown, in a place of its size. */
export const LazyCalendar = (props: ComponentProps<typeof Loaded>) => (
  // Six weeks, their header and the row of the month.
  <Suspense fallback={<div aria-busy className="h-68.5 w-60" />}>
    <Loaded {...props} />
  </Suspense>
)
