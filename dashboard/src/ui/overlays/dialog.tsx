import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import {
  ModalContent,
  ModalForm,
  type ModalContentProps,
  type ModalFormProps,
} from './modal-content.tsx'

export const Dialog = Primitive.Root

const SIZES = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' }
const LOOKS = {
  overlay: 'fixed inset-0 z-50 animate-fade-in bg-scrim',
  header: 'flex items-start justify-between gap-4 px-5 pt-4 pb-3',
  title: 'text-lg font-semibold',
  description: 'mt-1 text-sm text-muted',
}

type DialogContentProps = ModalContentProps & { size?: keyof typeof SIZES }

export function DialogContent({ size = 'md', className, ...props }: DialogContentProps) {
  const returnFocus = useFocusReturn(true)
  return (
    <ModalContent
      data-slot="dialog"
      looks={LOOKS}
      onCloseAutoFocus={returnFocus}
      className={classNames(
        'fixed top-[12dvh] left-1/2 z-50 flex max-h-[80dvh] w-[calc(100%-2rem)] -translate-x-1/2 flex-col rounded-lg border bg-raised shadow-float outline-none',
        SIZES[size],
        className,
      )}
      {...props}
    />
  )
}

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-body"
      // The padding at the top keeps the focus ring of the first control inside the scrolling area.
      className={classNames('-mt-1 min-h-0 overflow-y-auto px-5 pt-1 pb-4', className)}
      {...props}
    />
  )
}

/** Buttons from the left: the action first, then Cancel. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={classNames(
        'flex flex-wrap items-center justify-start gap-2 border-t px-5 py-3',
        className,
      )}
      {...props}
    />
  )
}

/** A form that fills a dialog. */
export function DialogForm(props: ModalFormProps) {
  return <ModalForm body={DialogBody} footer={DialogFooter} {...props} />
}
