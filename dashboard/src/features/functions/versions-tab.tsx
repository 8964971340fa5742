import type { DeployedVersion } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
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
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { CompareVersions } from './compare-versions.tsx'
import { FileEditor } from './file-editor.tsx'

type VersionsTabProps = { projectRef: string; slug: string }

/** The stored versions of a function. Any of them can be reactivated. */
export function VersionsTab({ projectRef, slug }: VersionsTabProps) {
  const can = useCan(projectRef)
  const { data, error, refetch } = useFunctionVersions(projectRef, slug)
  const activate = useActivateFunctionVersion(projectRef, slug)
  const [activating, setActivating] = useState<DeployedVersion>()
  const [viewing, setViewing] = useState<number>()
  const [comparing, setComparing] = useState<number>()
  if (error && !data) {
    return (
      <QueryError
        error={error}
        title="Could not load the versions"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  const active = data.find(({ is_active }) => is_active)?.version
  return (
    <>
      <Table aria-label="Versions" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader className="w-32">Version</TableHeader>
            <TableHeader className="hidden sm:table-cell">Deployed by</TableHeader>
            <TableHeader className="hidden w-36 sm:table-cell">Deployed</TableHeader>
            <ActionsHeader className="w-52 sm:w-72" />
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((version) => (
            <TableRow key={version.version}>
              <TableCell className="tabular-nums">
                {version.version} {version.is_active && <Badge variant="success">Active</Badge>}
                <div className="text-xs text-muted sm:hidden">
                  <Time date={version.created_at} />
                </div>
              </TableCell>
              <TableCell className="hidden truncate text-muted sm:table-cell">
                {version.created_by ?? 'Command line'}
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                <Time date={version.created_at} />
              </TableCell>
              <TableCell align="right">
                <div className="flex flex-wrap justify-end gap-1 py-1.5 sm:py-0">
                  {!version.is_active && can('functions:write') && (
                    <Button
                      size="sm"
                      aria-label={`Activate version ${version.version}`}
                      onClick={() => setActivating(version)}
                    >
                      Activate
                    </Button>
                  )}
                  {!version.is_active && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Compare version ${version.version} with active`}
                      onClick={() => setComparing(version.version)}
                    >
                      Compare
                    </Button>
                  )}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`View the code of version ${version.version}`}
                    onClick={() => setViewing(version.version)}
                  >
                    View code
                  </Button>
                </div>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
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
                versions={data}
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
