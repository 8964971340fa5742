import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export function Label({ className, children, ...props }: ComponentProps<'label'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the caller passes htmlFor
    <label data-slot="label" className={classNames('text-sm font-medium', className)} {...props}>
      {children}
    </label>
  )
}
