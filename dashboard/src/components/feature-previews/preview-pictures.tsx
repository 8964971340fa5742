import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** Illustrations of what each preview changes, drawn in the colors of the dashboard itself. */
export const PREVIEW_PICTURES: Readonly<Record<string, () => ReactNode>> = {
  'api-side-panel': DocsPanelPicture,
  'column-level-privileges': ColumnGridPicture,
}

/** A page with the panel over its right half. */
function DocsPanelPicture() {
  return (
    <div
      aria-hidden
      className="flex h-36 w-full max-w-md overflow-hidden rounded-md border bg-surface"
    >
      <div className="grid w-8 shrink-0 content-start justify-items-center gap-2 border-r bg-sunken pt-3">
        <Line className="w-3" />
        <Line className="w-3" />
        <Line className="w-3 bg-accent" />
        <Line className="w-3" />
      </div>
      <div className="grid flex-1 content-start gap-3 p-3">
        <Line className="w-16" />
        <Line className="w-full" />
        <Line className="w-full" />
        <Line className="w-full" />
        <Line className="w-full" />
      </div>
      <div className="grid w-3/5 content-start gap-2.5 border-l bg-raised p-3 shadow-float">
        <Line className="w-20 bg-accent" />
        <Line className="w-full" />
        <Line className="w-2/3" />
        <div className="mt-1 grid gap-2 rounded-sm border bg-sunken p-2.5">
          <Line className="w-3/4" />
          <Line className="w-1/2" />
        </div>
      </div>
    </div>
  )
}

/** A grid of columns and privileges, with some of them granted. */
function ColumnGridPicture() {
  return (
    <div aria-hidden className="w-full max-w-md overflow-hidden rounded-md border bg-raised">
      {GIVEN.map((row, index) => (
        <div
          key={row.width}
          className={classNames(
            'grid h-8 grid-cols-[1fr_3rem_3rem_3rem] items-center px-3',
            index === 0 ? 'bg-sunken' : 'border-t',
          )}
        >
          <Line className={row.width} />
          {row.given.map((isGiven, column) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- the items of a drawing never move
              key={column}
              className={classNames(
                'size-3.5 justify-self-center rounded-sm border',
                isGiven ? 'border-accent bg-accent' : 'border-line-strong',
              )}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const GIVEN = [
  { width: 'w-28', given: [false, true, false] },
  { width: 'w-16', given: [true, true, false] },
  { width: 'w-24', given: [true, true, true] },
  { width: 'w-20', given: [false, true, false] },
]

const Line = ({ className }: { className: string }) => (
  <span className={classNames('h-1.5 rounded-full base:bg-line-strong', className)} />
)
