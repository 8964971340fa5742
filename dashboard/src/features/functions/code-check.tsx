import type { FunctionTypeCheck } from '@stoa/contract/services/functions/members'
import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCheckFunction } from '../../data/resources/services/functions/functions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import type { SourceFile } from './source-file.ts'
import { sourceProblem, type SourcePlace, type SourceProblem } from './source-problem.ts'

type CodeCheckProps = {
  projectRef: string
  files: readonly SourceFile[]
  entrypoint: string
  importMap?: string | undefined
  /** Shows a line in the editor. */
  onShow: (place: SourcePlace) => void
  /** Called with the errors that the check found. */
  onChecked: (problems: readonly SourceProblem[]) => void
}

/** Checks the code in the editor without deploying it. The result applies only to these files. */
export function CodeCheck(props: CodeCheckProps) {
  const { projectRef, files, entrypoint, importMap, onShow, onChecked } = props
  const check = useCheckFunction(projectRef)
  const [checked, setChecked] = useState<readonly SourceFile[]>()
  const isCurrent = checked === files
  const start = () => {
    setChecked(files)
    check.mutate(
      {
        files: [...files],
        entrypoint_path: entrypoint,
        ...(importMap !== undefined && { import_map_path: importMap }),
      },
      {
        onSuccess: ({ errors }) => onChecked(errors),
        onError(error) {
          const problem = sourceProblem(errorMessage(error))
          onChecked(problem ? [problem] : [])
          if (problem) onShow(problem)
        },
      },
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button pending={check.isPending} onClick={start}>
        Check code
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {isCurrent && check.error && (
          <Callout type="danger" title="The code can’t be deployed">
            {errorMessage(check.error)}
          </Callout>
        )}
        {isCurrent && check.data && <CheckResult result={check.data} onShow={onShow} />}
      </div>
    </div>
  )
}

type CheckResultProps = { result: FunctionTypeCheck; onShow: CodeCheckProps['onShow'] }

function CheckResult({ result, onShow }: CheckResultProps) {
  if (!result.is_checked) {
    return (
      <Callout type="caution" title="The types couldn’t be checked">
        The syntax and the imports are correct. The types of code with JSX aren’t checked. If the
        code has none, the check took too long; try again.
      </Callout>
    )
  }
  if (result.errors.length === 0) {
    return <Callout type="tip" title="No errors found" />
  }
  return <TypeErrors title="The code has" errors={result.errors} onShow={onShow} />
}

type TypeErrorsProps = {
  /** The start of the toast's title. */
  title: string
  errors: FunctionTypeCheck['errors']
  onShow: CodeCheckProps['onShow']
}

/** Type errors are only warnings, because the function can still run. */
export function TypeErrors({ title, errors, onShow }: TypeErrorsProps) {
  if (errors.length === 0) return null
  return (
    <Callout
      type="caution"
      title={`${title} ${errors.length} type error${errors.length === 1 ? '' : 's'}`}
    >
      <ul aria-label="Type errors" className="max-h-40 overflow-y-auto">
        {errors.map(({ path, line, column, message }) => (
          <li key={`${path}:${line}:${column} ${message}`} className="break-words">
            <button
              type="button"
              className="font-mono text-xs underline underline-offset-2"
              onClick={() => onShow({ path, line })}
            >
              {path}:{line}:{column}
            </button>{' '}
            {message}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
