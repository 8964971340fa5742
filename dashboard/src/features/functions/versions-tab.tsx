import type { DeployedVersion } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import {
  useActivateFunctionVersion,
  useFunctionVersion,
  useFunctionVersions,
} from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CompareVersions } from './compare-versions.tsx'
import { FileEditor } from './file-editor.tsx'

type VersionsTabProps = { projectRef: string; slug: string }

/** The stored versions of a function. Any of them can be reactivated. */
export function VersionsTab({ projectRef, slug }: VersionsTabProps) {
  const can = useCan(projectRef)
  const versions = useFunctionVersions(projectRef, slug)
  const activate = useActivateFunctionVersion(projectRef, slug)
  const [activating, setActivating] = useState<DeployedVersion>()
  const [viewing, setViewing] = useState<number>()
  const [comparing, setComparing] = useState<number>()
  const data = versions.data?.map((each) => ({ ...each, id: each.version }))
  const active = data?.find(({ is_active }) => is_active)?.version
  return (
    <>
      <QueryList
        label="versions"
        query={{ ...versions, data }}
        empty={{ title: 'No versions yet', description: 'Each deployment is kept as a version.' }}
      >
        {(items) => (
          <RecordTable
            label="Versions"
            items={items}
            nameOf={({ version }) => `version ${version}`}
            columns={COLUMNS}
            actionsClassName="w-36 sm:w-72"
            renderButtons={(each) => (
              <>
                {!each.is_active && can('functions:write') && (
                  <Button
                    size="sm"
                    aria-label={`Activate version ${each.version}`}
                    onClick={() => setActivating(each)}
                  >
                    Activate
                  </Button>
                )}
                {!each.is_active && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Compare version ${each.version} with active`}
                    onClick={() => setComparing(each.version)}
                  >
                    Compare
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`View the code of version ${each.version}`}
                  onClick={() => setViewing(each.version)}
                >
                  View code
                </Button>
              </>
            )}
          />
        )}
      </QueryList>
      <ConfirmDialog
        visible={activating !== undefined}
        size="md"
        title={`Activate version ${activating?.version ?? ''}`}
        description="New requests run this version. Requests in progress finish on the current one."
        confirmLabel="Activate version"
        loading={activate.isPending}
        onCancel={() => setActivating(undefined)}
        onConfirm={() =>
          activating &&
          activate.mutate(activating.version, { onSettled: () => setActivating(undefined) })
        }
      />
      {comparing !== undefined && active !== undefined && (
        <Dialog open onOpenChange={(open) => !open && setComparing(undefined)}>
          <DialogContent title="Compare versions" size="xl">
            <DialogBody>
              <CompareVersions
                projectRef={projectRef}
                slug={slug}
                versions={data ?? []}
                initial={{ from: comparing, to: active }}
              />
            </DialogBody>
          </DialogContent>
        </Dialog>
      )}
      {viewing !== undefined && (
        <Dialog open onOpenChange={(open) => !open && setViewing(undefined)}>
          <DialogContent title={`Version ${viewing}`} size="xl">
            <DialogBody>
              <VersionCode projectRef={projectRef} slug={slug} version={viewing} />
            </DialogBody>
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

const COLUMNS: readonly RecordColumn<DeployedVersion>[] = [
  {
    header: 'Version',
    className: 'sm:w-32',
    textClassName: 'tabular-nums',
    cell: ({ version, is_active }) => (
      <>
        {version} {is_active && <Badge variant="success">Active</Badge>}
      </>
    ),
  },
  {
    header: 'Deployed by',
    className: 'hidden sm:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ created_by }) => created_by ?? 'Command line',
  },
  {
    header: 'Deployed',
    className: 'w-28 sm:w-36',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <Time date={created_at} />,
  },
]

function VersionCode({ projectRef, slug, version }: VersionsTabProps & { version: number }) {
  const { data, error, refetch } = useFunctionVersion(projectRef, slug, version)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the code" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-96" />
  return (
    <FileEditor
      readOnly
      files={data.files}
      entrypoint={data.entrypoint_path}
      onChange={() => undefined}
    />
  )
}
