import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../buttons/button.tsx'
import { Form, SubmitButton, type FormState } from '../forms/form.tsx'

type PageHeaderProps = Omit<ComponentProps<'header'>, 'title'> & {
  title: ReactNode
  /** Shown before the title, such as a breadcrumb. */
  before?: ReactNode
  description?: ReactNode
  /** The single primary action of the page. */
  action?: ReactNode
}

export function PageHeader({
  title,
  before,
  description,
  action,
  className,
  ...props
}: PageHeaderProps) {
  return (
    <header data-slot="page-header" className={classNames('mb-6', className)} {...props}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-baseline gap-1.5">
          {before}
          <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{title}</h1>
        </div>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </div>
      {description && <div className="mt-1 text-pretty text-muted">{description}</div>}
    </header>
  )
}

/** Lists use the window, forms stop at the width in which a line is easy to read. */
const WIDTHS = { list: '', form: 'max-w-6xl', narrow: 'max-w-2xl' }

export type PageWidth = keyof typeof WIDTHS

/** The content column, which has the same left edge on every page. */
export function Page({
  width = 'list',
  className,
  ...props
}: ComponentProps<'div'> & { width?: PageWidth }) {
  return (
    <div
      data-slot="page"
      className={classNames('group/page w-full px-4 pt-6 pb-16 sm:px-6', WIDTHS[width], className)}
      {...props}
    />
  )
}

type PageFormProps = FormState & {
  submitLabel: ReactNode
  /** The heading above a problem that belongs to no field. */
  failure?: string
  onCancel: () => void
  children: ReactNode
}

/** A form that fills a page: its fields, and below them the submit button and Cancel. */
export function PageForm({ submitLabel, onCancel, children, ...form }: PageFormProps) {
  return (
    <Form {...form} className="grid gap-6">
      {(_leave, problem) => (
        <>
          {children}
          {problem}
          <div className="flex gap-2 border-t pt-4">
            <SubmitButton state={form}>{submitLabel}</SubmitButton>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </>
      )}
    </Form>
  )
}
