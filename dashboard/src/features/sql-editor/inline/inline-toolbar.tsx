import { useNavigate } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { RoleMenu } from '../../../components/impersonation/role-menu.tsx'
import { startDraft } from '../../../data/local/new-draft.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ROW_LIMIT_OPTIONS, type RowLimit } from '../row-limit.ts'
import { RunMenu } from '../run-menu.tsx'
import type { Run } from '../run-store.ts'
import { NEW_SNIPPET_NAME } from '../../../components/documents/new-names.ts'
import type { RunTarget } from '../use-run-text.ts'

type InlineToolbarProps = {
  projectRef: string
  canImpersonate: boolean
  run: Run | undefined
  rowLimit: RowLimit
  onRowLimit: (limit: RowLimit) => void
  onRun: (target: RunTarget) => void
  onCancel: () => void
  onDescribe: () => void
  readText: () => string
}

export function InlineToolbar({ projectRef, run, readText, ...props }: InlineToolbarProps) {
  const navigate = useNavigate()
  const open = () => {
    const sql = readText()
    const draft = { name: NEW_SNIPPET_NAME, sql, now: new Date() }
    const id = startDraft(projectRef, draft)
    void navigate({
      to: '/project/$ref/sql/$id',
      params: { ref: projectRef, id },
      search: { inlineSql: undefined },
    })
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-b px-3 py-1.5">
      <IconButton label="Open in SQL editor" onClick={open} className="mr-auto">
        <SquareArrowOutUpRight />
      </IconButton>
      {props.canImpersonate && <RoleMenu projectRef={projectRef} />}
      <Select
        aria-label="Row limit"
        value={props.rowLimit}
        options={ROW_LIMIT_OPTIONS}
        onValueChange={props.onRowLimit}
        className="w-28"
      />
      <RunMenu
        run={run}
        onRun={props.onRun}
        onCancel={props.onCancel}
        onDescribe={props.onDescribe}
      />
    </div>
  )
}
