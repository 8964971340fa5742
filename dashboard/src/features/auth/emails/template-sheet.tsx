import type { MailTemplateName } from '@stoa/contract/services/auth/mail-door'
import type { AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { QueryError } from '../../../components/query-error.tsx'
import { useMailPreview } from '../../../data/resources/services/auth/mails.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { TemplateForm } from './template-form.tsx'
import { MAILS, NOTICES } from './template-names.ts'
import { TemplatePreview } from './template-preview.tsx'

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
  const saved = {
    subject: settings[`mailer_subjects_${name}`],
    content: settings[`mailer_templates_${name}_content`],
  }
  const { data, error, refetch } = useMailPreview(projectRef, { name, ...saved })
  const title = [...MAILS, ...NOTICES].find(({ value }) => value === name)?.label ?? name
  return (
    <Sheet open size="xl" title={title} onClose={onClose}>
      {canEdit && data ? (
        <TemplateForm
          {...{ projectRef, name, saved, onClose }}
          builtIn={data.built_in}
          canTest={settings.smtp_host !== ''}
        />
      ) : (
        <SheetBody>
          {error && (
            <QueryError
              error={error}
              title="Could not load the template"
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-64" />}
          {data && <TemplatePreview projectRef={projectRef} name={name} {...saved} />}
        </SheetBody>
      )}
    </Sheet>
  )
}
