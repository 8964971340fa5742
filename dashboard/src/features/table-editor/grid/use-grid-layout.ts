import type { ColumnWidths } from 'react-data-grid'
import { useMemo } from 'react'
import { useProfile } from '../../../data/resources/platform/profile.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { inChosenOrder, isGridLayout, NO_LAYOUT, withMoved } from './grid-layout.ts'
import type { GridLayout } from './grid-layout.ts'

/** The columns of a table as the user arranged them in this browser. */
export function useGridLayout(projectRef: string, tableId: number) {
  const { data: profile } = useProfile()
  const key = `stoa.grid.${profile?.id ?? ''}.${projectRef}.${tableId}`
  const [layout, setLayout] = useSetting<GridLayout>(key, NO_LAYOUT, isGridLayout)
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden])
  const widths = useMemo<ColumnWidths>(
    () =>
      new Map(
        Object.entries(layout.widths).map(([name, width]) => [name, { type: 'resized', width }]),
      ),
    [layout.widths],
  )
  const put = (part: Partial<GridLayout>) => setLayout({ ...layout, ...part })
  return {
    hidden,
    widths,
    order: layout.order,
    hide: (column: string) => put({ hidden: [...layout.hidden, column] }),
    show: (column: string) => put({ hidden: layout.hidden.filter((name) => name !== column) }),
    showAll: () => put({ hidden: [] }),
    move: (names: readonly string[], column: string, target: string) =>
      put({ order: withMoved(inChosenOrder(names, layout.order), column, target) }),
    resize: (next: ColumnWidths) =>
      put({
        widths: Object.fromEntries(
          [...next]
            .filter(([, { type }]) => type === 'resized')
            .map(([name, { width }]) => [name, Math.round(width)]),
        ),
      }),
  }
}
