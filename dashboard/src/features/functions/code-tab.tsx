import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { LeaveQuestion } from '../../components/leave-question.tsx'
import { errorMessage, hasErrorCode } from '../../data/client/api-error.ts'
import {
  useDeployFunction,
  useFunctionTypeCheck,
  useFunctionVersion,
} from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { changedFiles } from './changed-files.ts'
import { CodeCheck, TypeErrors } from './code-check.tsx'
import { downloadCode } from './download-code.ts'
import { FileEditor } from './file-editor.tsx'
import type { SourceFile } from './source-file.ts'
import { sourceProblem, type SourcePlace, type SourceProblem } from './source-problem.ts'

type CodeTabProps = { projectRef: string; deployed: DeployedFunction }
type Draft = { readonly from: number; readonly files: readonly SourceFile[] }

/** The files of the active version. Deploying them creates a new version. */
export function CodeTab({ projectRef, deployed }: CodeTabProps) {
  const can = useCan(projectRef)
  const [draft, setDraft] = useState<Draft>()
  const [place, setPlace] = useState<SourcePlace>()
  const [problems, setProblems] = useState<readonly SourceProblem[]>()
  // A draft belongs to the version that it is based on.
  const from = draft?.from ?? deployed.version
  const stored = useFunctionVersion(projectRef, deployed.slug, from)
  const [sent, setSent] = useState<typeof stored.data>()
  // Shows the deployed files without waiting for the refetch, so that the editor keeps its
  // position.
  const data = stored.data ?? (sent?.version === from ? sent : undefined)
  const deploy = useDeployFunction(projectRef)
  const types = useFunctionTypeCheck(projectRef, deployed.slug, {
    version: from,
    enabled: can('functions:write'),
  })
  if (stored.error && !data) {
    return (
      <QueryError
        error={stored.error}
        title="Could not load the code"
        onRetry={() => void stored.refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-96" />
  const canWrite = can('functions:write')
  const files = draft?.files ?? data.files
  // Skips an import map that was deleted.
  const importMap = files.find(({ path }) => path === data.import_map_path)?.path
  function discard() {
    setDraft(undefined)
    setProblems(undefined)
  }
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
        onSuccess({ version }) {
          setSent({ ...data, version, files: [...files] })
          setProblems(undefined)
          // The user can type during a deployment. That text becomes a draft of the new version.
          setDraft((current) =>
            current && changedFiles(files, current.files).length > 0
              ? { from: version, files: current.files }
              : undefined,
          )
        },
        onError(error) {
          const problem = sourceProblem(errorMessage(error))
          setProblems(problem ? [problem] : [])
          setPlace(problem)
        },
      },
    )
  const isOutdated = from !== deployed.version || hasErrorCode(deploy.error, 'function_changed')
  const canDeploy = canWrite && draft !== undefined && !isOutdated
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
        problems={problems ?? types.data?.errors}
        onChange={(next) => setDraft({ from, files: next })}
        onSave={() => canDeploy && !deploy.isPending && send(false)}
      />
      {canWrite && (
        <CodeCheck
          projectRef={projectRef}
          files={files}
          entrypoint={data.entrypoint_path}
          importMap={importMap}
          onShow={setPlace}
          onChecked={setProblems}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {canWrite && (
          <Button
            variant="primary"
            disabled={!canDeploy}
            pending={deploy.isPending}
            onClick={() => send(false)}
          >
            Deploy new version
          </Button>
        )}
        {draft && (
          <Button
            onClick={() => {
              discard()
              deploy.reset()
            }}
          >
            Discard changes
          </Button>
        )}
        <Button onClick={() => void downloadCode(`${deployed.slug}-${from}`, files)}>
          Download
        </Button>
      </div>
      <LeaveQuestion
        description="Your changes to the code haven’t been deployed."
        shouldAsk={() => draft !== undefined}
        shouldAskBeforeUnload={() => draft !== undefined}
        onDiscard={discard}
      />
    </div>
  )
}
