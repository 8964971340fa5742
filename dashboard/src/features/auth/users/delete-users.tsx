import { useDeleteUsers } from '../../../data/resources/services/auth/users.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { RecordSelection } from '../../../components/list/record-columns.ts'

type DeleteUsersProps = {
  projectRef: string
  chosen: RecordSelection<string>
  isAsked: boolean
  onAsk: (isAsked: boolean) => void
}

/** Shows the number of selected users and deletes them. */
export function DeleteUsers({ projectRef, chosen, isAsked, onAsk }: DeleteUsersProps) {
  const remove = useDeleteUsers(projectRef)
  const users = usersText(chosen.ids.size)
  const confirm = () =>
    remove.mutate([...chosen.ids], {
      onSettled: () => onAsk(false),
      onSuccess({ deleted, failed: [first, ...more] }) {
        chosen.set(first ? [first.id, ...more.map(({ id }) => id)] : [])
        if (!first) return toast.success(`${usersText(deleted)} deleted`)
        toast.error(`Could not delete ${usersText(more.length + 1)}`, {
          description: first.message,
        })
      },
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <output className="text-xs tabular-nums">{users} selected</output>
      <Button size="sm" variant="danger" onClick={() => onAsk(true)}>
        Delete
      </Button>
      <Button size="sm" variant="ghost" onClick={() => chosen.set([])}>
        Clear selection
      </Button>
      <ConfirmDialog
        visible={isAsked}
        variant="danger"
        size="md"
        title={`Delete ${users}?`}
        description="Rows that reference these users are deleted too or prevent the deletion, depending on their foreign keys. This can’t be undone."
        confirmLabel="Delete users"
        loading={remove.isPending}
        onCancel={() => onAsk(false)}
        onConfirm={confirm}
      />
    </div>
  )
}

const usersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`
