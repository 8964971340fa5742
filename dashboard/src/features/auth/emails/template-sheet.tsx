import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'
import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { formProblem } from '../../../components/form/form-problem.ts'
import { MailFrame } from '../../../components/mail-frame.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useMailPreview } from '../../../data/resources/auth/mails.ts'
import { useUpdateSettings } from '../../../data/resources/projects/settings.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet, SheetBody, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { MAILS, NOTICES, VARIABLES } from './template-names.ts'

type TemplateSheetProps = {
  projectRef: string
  name: MailTemplateName
  settings: Settings
  canEdit: boolean
  onClose: () => void
}

/** The text of one email, with a preview. */
export function TemplateSheet(props: TemplateSheetProps) {
  const { projectRef, name, settings, canEdit, onClose } = props
  const { values, body, problems, showProblems, isDirty, change } = useFormValues(
    {
      subject: settings[`mailer_subjects_${name}`],
      content: settings[`mailer_templates_${name}_content`],
    },
    z.object({
      subject: z.string().max(500, 'Enter at most 500 characters.'),
      content: z.string().max(50_000, 'Enter at most 50,000 characters.'),
    }),
  )
  const { subject, content } = values
  const update = useUpdateSettings(projectRef, authSettings, 'email')
  const title = [...MAILS, ...NOTICES].find(({ value }) => value === name)?.label ?? name
  const preview = (
    <Preview projectRef={projectRef} name={name} subject={subject} content={content} />
  )
  if (!canEdit) {
    return (
      <Sheet open size="xl" title={title} onClose={onClose}>
        <SheetBody>{preview}</SheetBody>
      </Sheet>
    )
  }
  const save = () =>
    body &&
    update.mutate(
      {
        [`mailer_subjects_${name}`]: body.subject,
        [`mailer_templates_${name}_content`]: body.content,
      },
      { onSuccess: onClose },
    )
  return (
    <Sheet open size="xl" title={title} onClose={onClose}>
      <SheetForm
        submitLabel="Save"
        isDirty={isDirty}
        pending={update.isPending}
        showProblems={showProblems}
        problem={formProblem(update.error)}
        onSubmit={save}
        onCancel={onClose}
      >
        <Field label="Subject" aside="optional" error={problems.subject}>
          {(control) => (
            <Input
              {...control}
              placeholder="Built-in subject"
              value={subject}
              onChange={(event) => change({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="HTML"
          aside="optional"
          error={problems.content}
          description={
            <>
              Leave empty for the built-in text. Variables:{' '}
              {VARIABLES.map((variable) => (
                <code key={variable} className="mr-2 whitespace-nowrap">
                  {variable}
                </code>
              ))}
            </>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              rows={10}
              spellCheck={false}
              value={content}
              onChange={(event) => change({ content: event.target.value })}
            />
          )}
        </Field>
        {preview}
      </SheetForm>
    </Sheet>
  )
}

type PreviewProps = { projectRef: string; name: MailTemplateName; subject: string; content: string }

function Preview({ projectRef, ...template }: PreviewProps) {
  const settled = useDebounced(JSON.stringify(template), 400)
  const { data, error, refetch } = useMailPreview(
    projectRef,
    JSON.parse(settled) as Omit<PreviewProps, 'projectRef'>,
  )
  if (error) {
    return (
      <QueryError error={error} title="Could not load the preview" onRetry={() => void refetch()} />
    )
  }
  if (!data) return null
  return (
    <section className="grid gap-2" aria-label="Preview">
      {data.problem !== null && (
        <Callout type="caution" title="The template is invalid">
          {data.problem}. Users get the built-in text.
        </Callout>
      )}
      <h3 className="text-xs text-muted">Preview with sample values</h3>
      <p className="text-xs font-medium">{data.subject}</p>
      <MailFrame title="Preview of the email" html={data.html} className="h-72 w-full" />
    </section>
  )
}
