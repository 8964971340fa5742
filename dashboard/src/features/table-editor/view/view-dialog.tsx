import { TableViewName } from '@stoa/contract/platform/table-views'
import type { TableView } from '@stoa/contract/platform/table-views'
import { useId } from 'react'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import {
  useDeleteTableView,
  useSaveTableView,
} from '../../../data/resources/platform/table-views.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import type { useGridLayout } from '../grid/use-grid-layout.ts'
import type { SavedViews, ViewAction } from './use-saved-views.ts'

type ViewDialogProps = {
  projectRef: string
  tableId: number
  saved: SavedViews
  layout: ReturnType<typeof useGridLayout>
  action: ViewAction
  onClose: () => void
}

/** Saves a new view, or renames or deletes the open one. */
export function ViewDialog(props: ViewDialogProps) {
  const { active } = props.saved
  if (props.action === 'delete')
    return active === undefined ? null : <DeleteView {...props} active={active} />
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <NameForm {...props} />
    </Dialog>
  )
}

const Named = z.object({ name: TableViewName, is_shared: z.boolean() })

function NameForm({ projectRef, tableId, saved, layout, action, onClose }: ViewDialogProps) {
  const { active } = saved
  const isNew = action === 'save-as' || active === undefined
  const save = useSaveTableView(projectRef, tableId)
  const { values, body, problems, showProblems, isDirty, change } = useFormValues(
    { name: isNew ? '' : active.name, is_shared: false },
    Named,
  )
  const sharedId = useId()
  const submit = async () => {
    if (body === undefined) return
    const id = isNew ? crypto.randomUUID() : active.id
    try {
      await save.mutateAsync(
        isNew
          ? {
              ...body,
              id,
              filter: saved.filter,
              sort: saved.sort,
              layout: layout.current,
              version: 0,
            }
          : { ...contentOf(active), id, name: body.name },
      )
      if (isNew) {
        layout.forget()
        saved.open({ id })
      }
      onClose()
    } catch (error) {
      toast.error('Could not save the view', { description: errorMessage(error) })
    }
  }
  return (
    <DialogContent title={isNew ? 'Save view' : 'Rename view'} size="sm">
      <DialogForm
        submitLabel={isNew ? 'Save' : 'Rename'}
        isDirty={isDirty}
        pending={save.isPending}
        showProblems={showProblems}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <Field
          label="Name"
          description={isNew ? 'Saves the filters, sort order and columns you see now.' : undefined}
          error={problems.name && 'Enter a name of up to 100 characters.'}
        >
          {(control) => (
            <Input
              {...control}
              value={values.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        {isNew && (
          <div className="flex items-center gap-2">
            <Checkbox
              id={sharedId}
              checked={values.is_shared}
              onCheckedChange={(checked) => change({ is_shared: checked === true })}
            />
            <label htmlFor={sharedId}>Share with all members of the project</label>
          </div>
        )}
      </DialogForm>
    </DialogContent>
  )
}

const contentOf = ({ is_shared, filter, sort, layout, version }: TableView) => ({
  is_shared,
  filter,
  sort,
  layout,
  version,
})

function DeleteView({
  projectRef,
  tableId,
  saved,
  layout,
  active,
  onClose,
}: ViewDialogProps & { active: TableView }) {
  const deletion = useDeleteTableView(projectRef, tableId)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Delete “${active.name}”?`}
      description={
        active.is_shared
          ? 'The view is deleted for all members of the project. No rows are changed.'
          : 'The view is permanently deleted. No rows are changed.'
      }
      confirmLabel="Delete"
      loading={deletion.isPending}
      onCancel={onClose}
      onConfirm={() =>
        deletion.mutate(active, {
          onSuccess: () => {
            layout.forget()
            saved.open(undefined)
            onClose()
          },
        })
      }
    />
  )
}
