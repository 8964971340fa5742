import { TableViewName } from '@stoa/contract/platform/table-views'
import type { TableView } from '@stoa/contract/platform/table-views'
import { useId } from 'react'
import { z } from 'zod'
import { InputField } from '../../../components/form/input-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import {
  useDeleteTableView,
  useSaveTableView,
} from '../../../data/resources/platform/table-views.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
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
  const form = useForm({
    values: { name: isNew ? '' : active.name, is_shared: false },
    schema: Named,
    async submit(named) {
      const id = isNew ? crypto.randomUUID() : active.id
      const { filter, sort } = saved
      await save.mutateAsync(
        isNew
          ? { ...named, id, filter, sort, layout: layout.current, version: 0 }
          : { ...contentOf(active), id, name: named.name },
      )
      if (isNew) {
        layout.forget()
        saved.open({ id })
      }
    },
    onSuccess: onClose,
  })
  const { values, change, state } = form
  const sharedId = useId()
  return (
    <DialogContent title={isNew ? 'Save view' : 'Rename view'} size="sm">
      <DialogForm submitLabel={isNew ? 'Save' : 'Rename'} {...state} onCancel={onClose}>
        <InputField
          form={form}
          name="name"
          label="Name"
          description={isNew ? 'Saves the filters, sort order and columns you see now.' : undefined}
          problem="Enter a name of up to 100 characters."
        />
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
