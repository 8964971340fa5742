import type { ReactNode } from 'react'

export type RecordRow = {
  title: ReactNode
  /** Shown beside the title, such as a badge. */
  beside?: ReactNode
  /** A second line. */
  detail?: ReactNode
  /** Shown at the end of the row, before the action. */
  state?: ReactNode
  action?: ReactNode
}

type RecordListProps<Item> = {
  label: string
  items: readonly Item[]
  row: (item: Item) => RecordRow
}

/** A short list of records that need no columns. */
export function RecordList<Item extends { id: string | number }>({
  label,
  items,
  row,
}: RecordListProps<Item>) {
  return (
    <ul aria-label={label} className="divide-y rounded-md border bg-raised">
      {items.map((item) => (
        <li
          key={item.id}
          className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5"
        >
          <Row {...row(item)} />
        </li>
      ))}
    </ul>
  )
}

const Row = ({ title, beside, detail, state, action }: RecordRow) => (
  <>
    <div className="min-w-0 flex-1 basis-40">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 truncate font-medium">{title}</span>
        {beside}
      </div>
      {detail !== undefined && <div className="truncate text-xs text-muted">{detail}</div>}
    </div>
    {state !== undefined && (
      <div className="flex items-center gap-2 text-xs text-muted">{state}</div>
    )}
    {action}
  </>
)
