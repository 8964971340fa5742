import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'

type Cursor = {
  /** The time below the pointer, in milliseconds. */
  readonly time: number | undefined
  readonly setTime: (time: number | undefined) => void
}

const CursorContext = createContext<Cursor>({ time: undefined, setTime: () => undefined })

/** Charts that show the values of the same moment while the pointer is over one of them. */
export function ChartGroup({ children }: { children: ReactNode }) {
  const [time, setTime] = useState<number>()
  const cursor = useMemo(() => ({ time, setTime }), [time])
  return <CursorContext value={cursor}>{children}</CursorContext>
}

export const useChartCursor = () => useContext(CursorContext)

/** The point nearest to a time, if it is between the first and the last. */
export function pointNear(times: readonly number[], time: number | undefined): number | undefined {
  const [first, second] = times
  const last = times.at(-1)
  if (time === undefined || first === undefined || last === undefined) return undefined
  const step = second === undefined ? 1 : second - first
  if (time < first - step || time > last + step) return undefined
  return Math.min(times.length - 1, Math.max(0, Math.round((time - first) / step)))
}
