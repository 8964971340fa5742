import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { LeaveQuestion } from '../../components/leave-question.tsx'
import { errorMessage, hasErrorCode } from '../../data/client/api-error.ts'
import {
  useDeployFunction,
  useFunctionTypeCheck,
  useFunctionVersion,
} from '../../data/resources/functions.ts'
import { useCan } from '../../data/resources/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CodeCheck, TypeErrors } from './code-check.tsx'
import { FileEditor, type SourceFile } from './file-editor.tsx'
import { sourcePlace, type SourcePlace } from './source-place.ts'

type CodeTabProps = { projectRef: string; deployed: DeployedFunction }
type Draft = { readonly from: number; readonly files: readonly SourceFile[] }

/** The files of the active version. A deployment makes a new version of them. */
export function CodeTab({ projectRef, deployed }: CodeTabProps) {
  const can = useCan(projectRef)
  const [draft, setDraft] = useState<Draft>()
  const [place, setPlace] = useState<SourcePlace>()
  // A draft stays with the version that it was made from.
  const from = draft?.from ?? deployed.version
  const { data, error, refetch } = useFunctionVersion(projectRef, deployed.slug, from)
  const deploy = useDeployFunction(projectRef)
  const types = useFunctionTypeCheck(projectRef, deployed.slug, {
    version: from,
    enabled: can('functions:write'),
  })
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the code" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-96" />
  const canWrite = can('functions:write')
  const files = draft?.files ?? data.files
  // One that was removed from the files is not named anymore.
  const importMap = files.find(({ path }) => path === data.import_map_path)?.path
  const send = (isOverwriting: boolean) =>
    deploy.mutate(
      {
        slug: deployed.slug,
        files: [...files],
        entrypoint_path: data.entrypoint_path,
        ...(importMap !== undefined && { import_map_path: importMap }),
        expected_version: isOverwriting ? deployed.version : from,
      },
      {
        onSuccess: () => setDraft(undefined),
        onError: (error) => setPlace(sourcePlace(errorMessage(error))),
      },
    )
  const isOutdated = from !== deployed.version || hasErrorCode(deploy.error, 'function_changed')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {draft && isOutdated && !deploy.isPending && (
        <Callout
          type="caution"
          role="alert"
          title={`Your changes are based on version ${from}, which isn’t active anymore`}
          action={
            <Button pending={deploy.isPending} onClick={() => send(true)}>
              Deploy anyway
            </Button>
          }
        >
          Version {deployed.version} is active. Deploying replaces it with your changes.
        </Callout>
      )}
      {deploy.error && !isOutdated && (
        <Callout type="danger" role="alert" title="Could not deploy the function">
          {errorMessage(deploy.error)}
        </Callout>
      )}
      {!draft && types.data && (
        <TypeErrors title={`Version ${from} has`} errors={types.data.errors} onShow={setPlace} />
      )}
      <FileEditor
        files={files}
        entrypoint={data.entrypoint_path}
        readOnly={!canWrite}
        place={place}
        onChange={(next) => setDraft({ from, files: next })}
      />
      {canWrite && (
        <CodeCheck
          projectRef={projectRef}
          files={files}
          entrypoint={data.entrypoint_path}
          importMap={importMap}
          onShow={setPlace}
        />
      )}
      {canWrite && (
        <div className="flex gap-2">
          <Button
            variant="primary"
            disabled={!draft || isOutdated}
            pending={deploy.isPending}
            onClick={() => send(false)}
          >
            Deploy new version
          </Button>
          {draft && (
            <Button
              onClick={() => {
                setDraft(undefined)
                deploy.reset()
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      )}
      <LeaveQuestion
        description="Your changes to the code haven’t been deployed."
        shouldAsk={() => draft !== undefined}
        shouldAskBeforeUnload={() => draft !== undefined}
        onDiscard={() => setDraft(undefined)}
      />
    </div>
  )
}
