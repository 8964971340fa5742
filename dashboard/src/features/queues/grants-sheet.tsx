import {
  QUEUE_ROLES,
  QueueGrants,
  QueuePrivilege,
  setQueueGrants,
} from '@stoa/contract/services/queues/queues'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useQueueGrants, useSetQueueGrants } from '../../data/resources/services/queues/queues.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const ROLES = QUEUE_ROLES.map((id) => ({ id }))

type GrantsSheetProps = { projectRef: string; name: string; onClose: () => void }

/** Edits the data API roles' rights on a queue. */
export function GrantsSheet(props: GrantsSheetProps) {
  const { data, error, refetch } = useQueueGrants(props.projectRef, props.name)
  return (
    <Sheet open size="lg" title="Role grants" onClose={props.onClose}>
      {data ? (
        <GrantsForm {...props} saved={data} />
      ) : (
        <SheetBody>
          {error ? (
            <QueryError
              error={error}
              title="Could not load the grants"
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton className="h-40" />
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}

function GrantsForm({
  projectRef,
  name,
  saved,
  onClose,
}: GrantsSheetProps & { saved: QueueGrants }) {
  const { values, change, state, conflict } = useForm({
    kind: 'record',
    endpoint: setQueueGrants,
    values: saved,
    mutation: useSetQueueGrants(projectRef, name),
    guard: { schema: QueueGrants, record: saved },
    onSuccess: onClose,
  })
  return (
    <>
      <SheetForm
        {...state}
        className="grid content-start gap-4"
        submitLabel="Save"
        onCancel={onClose}
      >
        <RecordTable
          label="Grants"
          layout="auto"
          items={ROLES}
          nameOf={({ id }) => id}
          columns={[
            ROLE_COLUMN,
            ...QueuePrivilege.options.map((privilege) =>
              privilegeColumn(privilege, { values, onChange: change }),
            ),
          ]}
        />
        <div className="grid gap-2 text-xs text-muted">
          <p>
            <code>send</code> needs select and insert. <code>read</code> needs select and update.{' '}
            <code>pop</code> needs select, update, and delete. <code>delete</code> needs select and
            delete. <code>archive</code> needs select, insert, and delete.
          </p>
          <p>
            The grants apply to the queue’s table and its archive. Both have row level security:
            without a policy, anon and authenticated can’t use the queue.
          </p>
        </div>
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}

type Role = (typeof ROLES)[number]

const ROLE_COLUMN: RecordColumn<Role> = {
  header: 'Role',
  isRowHeader: true,
  textClassName: 'font-mono',
  cell: ({ id }) => id,
}

type PrivilegeColumnOptions = {
  values: QueueGrants
  onChange: (changes: Partial<QueueGrants>) => void
}

const privilegeColumn = (
  privilege: QueuePrivilege,
  { values, onChange }: PrivilegeColumnOptions,
): RecordColumn<Role> => ({
  header: privilege,
  headerClassName: 'px-1 font-mono',
  textClassName: 'px-1',
  cell: ({ id }) => (
    <Checkbox
      aria-label={`Grant ${privilege} to ${id}`}
      checked={values[id].includes(privilege)}
      onCheckedChange={(isGranted) =>
        onChange({
          [id]: QueuePrivilege.options.filter((each) =>
            each === privilege ? isGranted === true : values[id].includes(each),
          ),
        })
      }
    />
  ),
})
