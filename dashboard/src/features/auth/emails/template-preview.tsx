import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'
import { MailFrame } from '../../../components/mail-frame.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useMailPreview } from '../../../data/resources/services/auth/mails.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'

type TemplatePreviewProps = {
  projectRef: string
  name: MailTemplateName
  subject: string
  content: string
}

/** The email that users get, with sample values. */
export function TemplatePreview({ projectRef, name, subject, content }: TemplatePreviewProps) {
  const settled = useDebounced(JSON.stringify({ name, subject, content }), 400)
  const { data, error, refetch } = useMailPreview(
    projectRef,
    JSON.parse(settled) as Omit<TemplatePreviewProps, 'projectRef'>,
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
