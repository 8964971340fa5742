import type { RecoveryState } from '@stoa/contract/platform/installation'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { useRecoveryState } from '../../data/resources/platform/installation.ts'
import { formatMoment } from '../../lib/dates.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'

const COMMAND = 'npm run -s stoa -- recovery sheet'

/** The backups that a lost machine can be recovered from, and the sheet that this needs. */
export function RecoverySection() {
  const recovery = useRecoveryState()
  const { data } = recovery
  return (
    <Section
      title="Recovery"
      description="What comes back if this machine is lost: the platform’s own database, and the databases and files of all projects."
    >
      <QueryList
        label="backups of the installation"
        query={{ ...recovery, data: data && rowsOf(data) }}
        skeleton={<Skeleton className="h-24" />}
        empty={{
          title: 'Backups are off',
          description: 'Set STOA_BACKUPS to a folder on another disk or to an S3 bucket.',
        }}
      >
        {(items) => (
          <RecordList
            label="Recovery"
            items={items}
            row={({ label, description, isFine, fine }) => ({
              title: label,
              detail: description,
              state: isFine ? (
                <Badge variant="success">{fine}</Badge>
              ) : (
                <Badge variant="warning">Not backed up</Badge>
              ),
            })}
          />
        )}
      </QueryList>
      {data?.failure != null && (
        <Callout type="danger" title="Accounts and settings could not be backed up">
          {data.failure}
        </Callout>
      )}
      {data?.is_enabled && !data.has_platform_database && (
        <Callout type="caution" title="Back up the platform’s database yourself">
          It is on a server of your own, or its Postgres has no basic_archive.
        </Callout>
      )}
      {data?.is_enabled && data.failed_files > 0 && (
        <Callout type="danger" title="Files could not be copied the last time">
          {`This affects ${data.failed_files === 1 ? 'one project' : `${data.failed_files} projects`}. The page of backups of each says why.`}
        </Callout>
      )}
      {data?.is_enabled && data.is_on_same_disk && (
        <Callout type="caution" title="The backups are on the disk of this machine">
          They are lost together with it. Set STOA_BACKUPS to a folder on another disk or to an S3
          bucket.
        </Callout>
      )}
      <div className="grid gap-2">
        <p>
          Recovery needs the key of the installation, which the backups don’t contain. On the
          machine of the server, print the recovery sheet and keep it elsewhere, such as on paper.
          It says how to use it.
        </p>
        <CodeBlock label="Command for the recovery sheet" code={COMMAND} />
      </div>
    </Section>
  )
}

type Row = { id: string; label: string; description: string; isFine: boolean; fine: string }

function rowsOf(state: RecoveryState): Row[] {
  if (!state.is_enabled) return []
  return [
    {
      id: 'platform',
      label: 'Accounts and settings',
      description: platformText(state),
      isFine: state.has_platform_database && state.completed_at !== null && state.failure === null,
      fine: 'Backed up',
    },
    {
      id: 'files',
      label: 'Files of projects',
      description:
        state.failed_files === 0
          ? 'Copied while their projects are in use.'
          : 'Could not be copied the last time.',
      isFine: state.failed_files === 0,
      // A project that has not been used yet has no copy.
      fine: 'No failures',
    },
  ]
}

function platformText(state: RecoveryState): string {
  if (!state.has_platform_database) return 'The server cannot back up this database.'
  if (state.failure !== null) return 'Could not be backed up the last time.'
  if (state.completed_at === null) return 'The first backup begins within a few minutes.'
  return `Full backup of ${formatMoment(state.completed_at)}, and all changes since.`
}
