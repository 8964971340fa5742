import { restoreToNewProject } from '@stoa/contract/platform/backups'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import {
  PasswordField,
  usePasswordForm,
  usePasswordJudgement,
} from '../../components/database-password/password-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useRestoreToNewProject } from '../../data/resources/platform/backups.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import type { RestoreChoice } from './restore-choice.ts'

type NewProjectDialogProps = {
  project: ProjectDetail
  choice: RestoreChoice
  onCreated: (created: ProjectDetail) => void
  onClose: () => void
}

/** Creates a project of the same organization with the data of an earlier moment. */
export function NewProjectDialog({ project, choice, onCreated, onClose }: NewProjectDialogProps) {
  const form = useForm({
    endpoint: restoreToNewProject,
    values: { name: `${project.name} restored`.slice(0, 100), db_pass: '' },
    toBody: (typed) => ({ ...typed, target: choice.target }),
    mutation: useRestoreToNewProject(project.ref),
    onSuccess: onCreated,
  })
  const { values, change, state } = form
  const judgement = usePasswordJudgement(values.db_pass)
  const checked = usePasswordForm(state, { password: values.db_pass, judgement })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Restore into a new project"
        description={`The new project gets the database of ${project.name} from ${choice.label}, with its users, and keys of its own. Stored files and edge functions are not copied.`}
      >
        <DialogForm
          submitLabel="Create project"
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
