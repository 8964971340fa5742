import { updateBranch, type Branch } from '@stoa/contract/platform/branches'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useUpdateBranch, type BranchChange } from '../../data/resources/platform/branches.ts'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'

/** Changes the names of a branch. */
export function RenameBranchSheet({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const update = useUpdateBranch()
  const form = useForm({
    endpoint: updateBranch,
    values: { name: branch.name, git_branch: branch.git_branch ?? '' },
    toBody: ({ name, git_branch }) => ({
      name: name.trim(),
      git_branch: git_branch.trim() === '' ? null : git_branch.trim(),
    }),
    mutation: {
      ...update,
      mutate: (body: Omit<BranchChange, 'ref'>, callbacks) =>
        update.mutate({ ...body, ref: branch.project_ref }, callbacks),
    },
    onSuccess: onClose,
    errorField: 'name',
  })
  return (
    <Sheet open title={`Rename ${branch.name}`} onClose={onClose}>
      <SheetForm
        {...form.state}
        submitLabel="Save"
        canSubmit={form.state.isDirty}
        onCancel={onClose}
      >
        <InputField
          form={form}
          name="name"
          label="Name"
          description="Letters, digits and . _ - / are allowed. The branch keeps its URL and keys."
          maxLength={100}
          autoComplete="off"
          className="font-mono"
        />
        <InputField
          form={form}
          name="git_branch"
          label="Git branch"
          aside="optional"
          description="A note for your team and for tools."
          maxLength={250}
          autoComplete="off"
          className="font-mono"
        />
      </SheetForm>
    </Sheet>
  )
}
