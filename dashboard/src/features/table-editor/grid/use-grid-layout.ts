import type { TableView } from '@stoa/contract/platform/table-views'
import type { ColumnWidths } from 'react-data-grid'
import { useMemo } from 'react'
import { useProfile } from '../../../data/resources/platform/profile.ts'
import { changeSetting, useSetting } from '../../../lib/use-setting.ts'
import { inChosenOrder, isGridLayout, NO_LAYOUT, withMoved } from './grid-layout.ts'
import type { GridLayout } from './grid-layout.ts'

type Stored = Omit<GridLayout, 'frozen'> & Partial<GridLayout>

/**
 * The columns of a table as the user arranged them in this browser, beginning with those of the
 * saved view that is open.
 */
export function useGridLayout(projectRef: string, tableId: number, view: TableView | undefined) {
  const { data: profile } = useProfile()
  const table = `stoa.grid.${profile?.id ?? ''}.${projectRef}.${tableId}`
  const key = view === undefined ? table : `${table}.${view.id}`
  const [stored] = useSetting<Stored | null>(key, null, isGridLayout)
  const saved = view?.layout
  const layout = useMemo<GridLayout>(
    () => ({ ...NO_LAYOUT, ...(stored ?? saved) }),
    [stored, saved],
  )
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden])
  const widths = useMemo<ColumnWidths>(
    () =>
      new Map(
        Object.entries(layout.widths).map(([name, width]) => [name, { type: 'resized', width }]),
      ),
    [layout.widths],
  )
  const put = (part: Partial<GridLayout>) => changeSetting(key, { ...layout, ...part })
  return {
    current: layout,
    hidden,
    widths,
    order: layout.order,
    frozen: layout.frozen,
    /** Returns to the columns of the saved view. */
    forget: () => changeSetting(key, null),
    hide: (column: string) => put({ hidden: [...layout.hidden, column] }),
    show: (column: string) => put({ hidden: layout.hidden.filter((name) => name !== column) }),
    showAll: () => put({ hidden: [] }),
    freeze: (column: string) => put({ frozen: [...layout.frozen, column] }),
    unfreeze: (column: string) => put({ frozen: layout.frozen.filter((name) => name !== column) }),
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
