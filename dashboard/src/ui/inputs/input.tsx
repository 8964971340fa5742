import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export const controlClasses =
  'base:w-full min-w-0 base:rounded-md base:border border-line-strong bg-raised base:text-sm transition-colors hover:border-muted focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line-strong [&[readonly]]:bg-sunken aria-invalid:border-danger aria-invalid:outline-danger'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      spellCheck={false}
      className={classNames(controlClasses, 'base:h-7 px-2 pointer-coarse:base:h-8', className)}
      {...props}
    />
  )
}
