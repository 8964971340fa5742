import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { firstFocus } from '../../lib/first-focus.ts'
import { Button } from '../buttons/button.tsx'
import { Form, SubmitButton, type FormState } from '../forms/form.tsx'
import { ModalContext, useModalForms } from '../forms/unsaved-forms.ts'

export type ModalContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** Whether there is a close button in the corner. */
  closable?: boolean
}

type Looks = Record<'overlay' | 'header' | 'title' | 'description', string> & { heading?: string }

/**
 * The common part of dialogs and sheets; `looks` are the classes of their parts. Escape, the close
 * button and a click outside ask before they close a form with unsaved input.
 */
export function ModalContent({
  title,
  description,
  closable = true,
  looks,
  children,
  onEscapeKeyDown,
  onInteractOutside,
  ...props
}: ModalContentProps & { looks: Looks }) {
  const closer = useRef<HTMLButtonElement>(null)
  const modal = useModalForms()
  const askFirst = (event: Pick<Event, 'defaultPrevented' | 'preventDefault'>) => {
    if (event.defaultPrevented || !modal.isDirty('close')) return
    event.preventDefault()
    modal.leave(() => closer.current?.click())
  }
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={looks.overlay} />
      <Primitive.Content
        onOpenAutoFocus={focusFirst}
        onEscapeKeyDown={(event) => {
          onEscapeKeyDown?.(event)
          askFirst(event)
        }}
        onInteractOutside={(event) => {
          onInteractOutside?.(event)
          askFirst(event)
        }}
        {...(!description && { 'aria-describedby': undefined })}
        {...props}
      >
        <header className={looks.header}>
          <div className={looks.heading}>
            <Primitive.Title className={looks.title}>{title}</Primitive.Title>
            {description && (
              <Primitive.Description className={looks.description}>
                {description}
              </Primitive.Description>
            )}
          </div>
          {closable && (
            <Primitive.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Close"
                className="-mr-1.5"
                onClick={askFirst}
              >
                <X />
              </Button>
            </Primitive.Close>
          )}
        </header>
        <ModalContext value={modal}>{children}</ModalContext>
        <Primitive.Close ref={closer} hidden />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** Without a focusable control, the dialog itself gets the focus, but never its Close button. */
function focusFirst(event: Event) {
  const container = event.currentTarget
  if (!(container instanceof HTMLElement)) return
  event.preventDefault()
  ;(firstFocus(container) ?? container).focus({ preventScroll: true })
}

export type ModalFormProps = FormState & {
  submitLabel: ReactNode
  /** The heading above a problem that belongs to no field. */
  failure?: string
  onCancel: () => void
  /** Added to the part that holds the fields. */
  className?: string | undefined
  children: ReactNode
}

type Part = ComponentType<{ className?: string | undefined; children: ReactNode }>

/** A form that fills a dialog or a sheet: its fields, and below them the submit button and Cancel. */
export function ModalForm({
  body: Body,
  footer: Footer,
  submitLabel,
  onCancel,
  className,
  children,
  ...form
}: ModalFormProps & { body: Part; footer: Part }) {
  return (
    <Form {...form} className="contents">
      {(leave, problem) => (
        <>
          <Body className={className}>
            {problem}
            {children}
          </Body>
          <Footer>
            <SubmitButton state={form}>{submitLabel}</SubmitButton>
            <Button onClick={() => leave(onCancel)}>Cancel</Button>
          </Footer>
        </>
      )}
    </Form>
  )
}
