import {
  MAX_DATABASE_WEBHOOKS,
  type DatabaseWebhook,
} from '@stoa/contract/services/webhooks/webhooks'
import type { RecordColumn } from '../../components/list/record-table.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { Time } from '../../components/time.tsx'
import { WebhookList } from '../../components/webhooks/webhook-list.tsx'
import {
  databaseWebhooks,
  useDatabaseWebhooks,
} from '../../data/resources/services/webhooks/webhooks.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EditWebhookSheet, NewWebhookSheet } from './webhook-sheet.tsx'

type WebhooksPageProps = {
  projectRef: string
  /** Whether the sheet for a new webhook is open. */
  isCreating: boolean
  /** The edge function that the new webhook calls initially. */
  edgeFunction: string | undefined
  onCreating: (isCreating: boolean) => void
}

/** The web addresses and functions that receive the changes of tables. */
export function WebhooksPage({
  projectRef,
  isCreating,
  edgeFunction,
  onCreating,
}: WebhooksPageProps) {
  const canWrite = useCan(projectRef)('webhooks:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Webhooks"
      product="integrations"
      description="Send table changes to a URL or an edge function, signed according to Standard Webhooks."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => onCreating(true)}>
            New webhook
          </Button>
        )
      }
      needs={['webhooks:read']}
      forbidden="This page lists database webhooks."
    >
      <CopyNote projectRef={projectRef} />
      <Webhooks projectRef={projectRef} canWrite={canWrite} onNew={() => onCreating(true)} />
      {isCreating && canWrite && (
        <NewWebhookSheet
          projectRef={projectRef}
          edgeFunction={edgeFunction}
          onClose={() => onCreating(false)}
        />
      )}
    </ProjectPage>
  )
}

/** Says why the webhooks of a branch do not send. */
function CopyNote({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const { data: webhooks } = useDatabaseWebhooks(projectRef)
  const isOff = webhooks?.some(({ enabled }) => !enabled) === true
  if (!isOff || (project?.parent_project_ref ?? null) === null) return null
  return (
    <Callout title="Webhooks are off in a new branch" className="mb-4">
      Their receivers expect the changes of the parent. Switch on those that the branch needs.
    </Callout>
  )
}

const COLUMNS: readonly RecordColumn<DatabaseWebhook>[] = [
  {
    header: 'Table',
    className: 'hidden md:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ schema, table, trigger }) =>
      table === null ? (
        'The table was deleted'
      ) : (
        <code title={trigger ?? undefined}>
          {schema}.{table}
        </code>
      ),
  },
  {
    header: 'Last delivery',
    className: 'hidden w-44 lg:table-cell',
    cell: ({ last_delivery: last }) =>
      last ? (
        <span className="flex items-center gap-2">
          <StatusDot tone={last.state === 'delivered' ? 'success' : 'danger'} />
          <span className="min-w-0 truncate text-muted">
            {last.state === 'delivered' ? 'Delivered ' : 'Failed '}
            <Time date={last.ended_at} />
          </span>
        </span>
      ) : (
        <span className="text-muted">None yet</span>
      ),
  },
]

type WebhooksProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Webhooks({ projectRef, canWrite, onNew }: WebhooksProps) {
  return (
    <WebhookList
      {...{ projectRef, canWrite, onNew }}
      webhooks={useDatabaseWebhooks(projectRef)}
      source={databaseWebhooks}
      columns={COLUMNS}
      maximum={MAX_DATABASE_WEBHOOKS}
      emptyDescription="A webhook sends a request for each row that is inserted, updated, or deleted, and retries until the receiver accepts it."
      deleteDescription="The trigger, the delivery log, and events that are not delivered yet are deleted too."
      EditSheet={EditWebhookSheet}
    />
  )
}
