import {
  QUEUE_ROLES,
  QueueGrants,
  QueuePrivilege,
  setQueueGrants,
} from '@stoa/contract/services/queues/queues'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import { useQueueGrants, useSetQueueGrants } from '../../data/resources/services/queues/queues.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

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
        <Table aria-label="Grants">
          <TableHead>
            <TableRow>
              <TableHeader>Role</TableHeader>
              {QueuePrivilege.options.map((privilege) => (
                <TableHeader key={privilege} className="px-1 font-mono">
                  {privilege}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {QUEUE_ROLES.map((role) => (
              <TableRow key={role}>
                <TableCell className="font-mono">{role}</TableCell>
                {QueuePrivilege.options.map((privilege) => (
                  <TableCell key={privilege} className="px-1">
                    <Checkbox
                      aria-label={`Grant ${privilege} to ${role}`}
                      checked={values[role].includes(privilege)}
                      onCheckedChange={(isGranted) =>
                        change({
                          [role]: QueuePrivilege.options.filter((each) =>
                            each === privilege ? isGranted === true : values[role].includes(each),
                          ),
                        })
                      }
                    />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
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
