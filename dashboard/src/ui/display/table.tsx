import { useCallback, useState, type ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** The first column stays in place while the others scroll below it. */
const FIXED_COLUMN =
  '[&_tr>:first-child]:sticky [&_tr>:first-child]:left-0 [&_tr>:first-child]:z-10 [&_thead_th:first-child]:bg-sunken [&_tbody_tr>:first-child]:bg-raised [&_tbody_tr:hover>:first-child]:bg-hover'

/** A list of records. For data of unknown size, use the result grid. */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  const [isWider, setIsWider] = useState(false)
  const watch = useCallback((frame: HTMLDivElement) => {
    const table = frame.firstElementChild
    const observer = new ResizeObserver(() =>
      setIsWider((table?.scrollWidth ?? 0) > frame.clientWidth),
    )
    observer.observe(frame)
    if (table) observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={watch}
      data-slot="table"
      // A table wider than its frame scrolls, also by keyboard.
      {...(isWider && { tabIndex: 0 })}
      // A frame that scrolls would hold the header, so only a wider table has one.
      className={classNames(
        'rounded-md border bg-raised',
        isWider ? 'overflow-x-auto' : 'overflow-clip',
      )}
    >
      <table
        className={classNames(
          'w-full border-collapse text-left text-xs',
          isWider && FIXED_COLUMN,
          className,
        )}
        {...props}
      />
    </div>
  )
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return (
    <thead
      className={classNames('sticky top-0 z-20 bg-sunken text-muted [&_th]:font-medium', className)}
      {...props}
    />
  )
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={classNames('divide-y divide-line', className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={classNames('group/row transition-colors [tbody_&]:hover:bg-hover', className)}
      {...props}
    />
  )
}

type Align = { align?: 'left' | 'right' | undefined }

export function TableHeader({
  align = 'left',
  className,
  ...props
}: Omit<ComponentProps<'th'>, 'align'> & Align) {
  return (
    <th
      scope="col"
      className={classNames(
        'h-8 base:px-3 whitespace-nowrap',
        align === 'right' && 'text-right',
        className,
      )}
      {...props}
    />
  )
}

/** The header of the column with the buttons of each row. Only assistive technology needs its name. */
export function ActionsHeader(props: Pick<ComponentProps<'th'>, 'className'>) {
  return (
    <TableHeader {...props}>
      <span className="sr-only">Actions</span>
    </TableHeader>
  )
}

type CellProps = Omit<ComponentProps<'td'>, 'align'> & Align & { isHeader?: boolean }

/** A cell. As a header, it names its row. */
export function TableCell({ align = 'left', isHeader = false, className, ...props }: CellProps) {
  const Element = isHeader ? 'th' : 'td'
  return (
    <Element
      {...(isHeader && { scope: 'row' })}
      className={classNames(
        'h-10 base:px-3 base:py-1',
        isHeader && 'font-normal',
        align === 'right' && 'text-right',
        className,
      )}
      {...props}
    />
  )
}
