import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { CopyButton } from '../buttons/copy-button.tsx'

type CodeBlockProps = Omit<ComponentProps<'div'>, 'children'> & {
  code: string
  /** The same code with syntax highlighting. */
  shown?: ReactNode
  /** The text that Copy copies, if it differs from the displayed code. */
  copyText?: string | undefined
  /** Accessible name of the block. */
  label: string
  wrap?: boolean
}

export function CodeBlock({
  code,
  shown = code,
  copyText,
  label,
  wrap = false,
  className,
  ...props
}: CodeBlockProps) {
  return (
    <div
      data-slot="code-block"
      className={classNames('flex items-start rounded-md border bg-sunken', className)}
      {...props}
    >
      <pre
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        className={classNames(
          'min-w-0 flex-1 overflow-x-auto py-2.5 pl-3 text-xs leading-5',
          wrap && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        <code>{shown}</code>
      </pre>
      <CopyButton
        iconOnly
        text={copyText ?? code}
        label={`Copy ${label}`}
        className="m-1 shrink-0"
      />
    </div>
  )
}
