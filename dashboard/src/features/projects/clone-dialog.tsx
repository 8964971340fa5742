import type { BranchContent } from '@stoa/contract/platform/branches'
import { cloneProject } from '@stoa/contract/platform/clones'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import {
  PasswordField,
  usePasswordForm,
  usePasswordJudgement,
} from '../../components/database-password/password-field.tsx'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useAnonymization } from '../../data/resources/platform/anonymization.ts'
import { useCloneProject } from '../../data/resources/platform/clones.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'

type CloneDialogProps = {
  project: ProjectDetail
  onCreated: (created: ProjectDetail) => void
  onClose: () => void
}

const ALL: BranchContent = 'data'

/** Creates an independent project with the data of this one. */
export function CloneDialog({ project, onCreated, onClose }: CloneDialogProps) {
  const { data: organizations = [] } = useOrganizations()
  const { data: anonymization } = useAnonymization(project.ref)
  const form = useForm({
    endpoint: cloneProject,
    values: {
      name: `${project.name} copy`.slice(0, 100),
      organization_slug: project.organization_slug,
      content: ALL,
      db_pass: '',
    },
    mutation: useCloneProject(project.ref),
    onSuccess: onCreated,
  })
  const { values, change, state } = form
  const judgement = usePasswordJudgement(values.db_pass)
  const checked = usePasswordForm(state, { password: values.db_pass, judgement })
  const hasRules = (anonymization?.rules.length ?? 0) > 0
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Clone ${project.name}`}
        description="The new project is independent of this one. It gets the database, files, edge functions and settings with their secrets, and keys of its own. Users have to sign in again. Cron jobs and webhooks are switched off."
      >
        <DialogForm
          submitLabel="Clone project"
          {...checked.state}
          onCancel={onClose}
          className="grid gap-5"
        >
          <InputField
            form={form}
            name="name"
            label="Name"
            problem="Enter a name."
            maxLength={100}
          />
          <FormField
            form={form}
            name="organization_slug"
            label="Organization"
            description="Its members can then read the copied data and secrets."
          >
            {(attributes, value, changeSlug) => (
              <Select
                {...attributes}
                value={value}
                options={organizations
                  .filter(({ abilities }) => abilities.includes('project:create'))
                  .map(({ slug, name }) => ({ value: slug, label: name }))}
                onValueChange={changeSlug}
              />
            )}
          </FormField>
          <FormField form={form} name="content" label="Content">
            {(attributes, value, changeContent) => (
              <Select
                {...attributes}
                value={value}
                options={[
                  { value: 'data', label: 'Schema and data' },
                  {
                    value: 'anonymized',
                    label: 'Anonymized data',
                    disabled: !hasRules,
                    ...(!hasRules && { description: 'The project has no rules for it yet.' }),
                  },
                  { value: 'schema', label: 'Schema only' },
                ]}
                onValueChange={changeContent}
              />
            )}
          </FormField>
          <PasswordField
            label="Database password"
            value={values.db_pass}
            judgement={judgement}
            error={checked.problem}
            onChange={(password) => change({ db_pass: password })}
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
