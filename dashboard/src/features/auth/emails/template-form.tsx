import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { useRef } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { useProfile } from '../../../data/resources/platform/profile.ts'
import { useTestSmtp } from '../../../data/resources/services/auth/mails.ts'
import { useUpdateSettings } from '../../../data/resources/services/data-api/settings.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { SheetForm } from '../../../ui/overlays/sheet.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { variablesOf } from './template-names.ts'

type Template = { subject: string; content: string }

type TemplateFormProps = {
  projectRef: string
  name: MailTemplateName
  /** The project's own template; a text is empty where it has none. */
  saved: Template
  builtIn: Template
  /** Whether the project has a mail server, which sends tests. */
  canTest: boolean
  onClose: () => void
}

const Texts = z.object({
  subject: z.string().max(500, 'Enter at most 500 characters.'),
  content: z.string().max(50_000, 'Enter at most 50,000 characters.'),
})

/** Edits a template, starting from the built-in one. */
export function TemplateForm(props: TemplateFormProps) {
  const { projectRef, name, saved, builtIn, canTest, onClose } = props
  const update = useUpdateSettings(projectRef, authSettings, 'email')
  // A text that is not the project's own follows changes to the built-in one.
  const own = (text: string, standard: string) => (text === standard ? '' : text)
  const { values, problems, change, state } = useForm({
    kind: 'record',
    values: {
      subject: saved.subject || builtIn.subject,
      content: saved.content || builtIn.content,
    },
    schema: Texts,
    mutation: {
      ...update,
      mutate: ({ subject, content }: z.infer<typeof Texts>, callbacks) =>
        update.mutate(
          {
            [`mailer_subjects_${name}`]: own(subject, builtIn.subject),
            [`mailer_templates_${name}_content`]: own(content, builtIn.content),
          },
          callbacks,
        ),
    },
    onSuccess: onClose,
  })
  const html = useRef<HTMLTextAreaElement>(null)
  const isBuiltIn = values.subject === builtIn.subject && values.content === builtIn.content
  const insert = (variable: string) => {
    const { selectionStart: from, selectionEnd: to } = html.current ?? {
      selectionStart: values.content.length,
      selectionEnd: values.content.length,
    }
    change({ content: values.content.slice(0, from) + variable + values.content.slice(to) })
    html.current?.focus()
  }
  return (
    <SheetForm submitLabel="Save" {...state} onCancel={onClose}>
      <Field label="Subject" error={problems.subject}>
        {(control) => (
          <Input
            {...control}
            value={values.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </Field>
      <Field label="HTML" error={problems.content}>
        {(control) => (
          <Textarea
            {...control}
            ref={html}
            className="font-mono text-xs"
            rows={12}
            spellCheck={false}
            value={values.content}
            onChange={(event) => change({ content: event.target.value })}
          />
        )}
      </Field>
      <div role="group" aria-label="Insert a variable" className="flex flex-wrap gap-1.5">
        {variablesOf(name).map((variable) => (
          <Button
            key={variable}
            size="sm"
            className="font-mono"
            aria-label={`Insert ${variable}`}
            onClick={() => insert(`{{ .${variable} }}`)}
          >
            {variable}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isBuiltIn} onClick={() => change(builtIn)}>
          Use built-in text
        </Button>
        {canTest && <TestButton projectRef={projectRef} template={{ name, ...values }} />}
      </div>
      <TemplatePreview projectRef={projectRef} name={name} {...values} />
    </SheetForm>
  )
}

type TestButtonProps = { projectRef: string; template: Template & { name: MailTemplateName } }

/** Sends the template with sample values to the member's own address only. */
function TestButton({ projectRef, template }: TestButtonProps) {
  const { data: profile } = useProfile()
  const test = useTestSmtp(projectRef)
  if (!profile) return null
  return (
    <Button
      pending={test.isPending}
      onClick={() => test.mutate({ to: profile.primary_email, template })}
    >
      Send test to {profile.primary_email}
    </Button>
  )
}
