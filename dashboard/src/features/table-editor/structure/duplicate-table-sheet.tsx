import type { TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { duplicateTable } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../components/form/checked-by.ts'
import { Option } from '../../../components/form/option.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useDuplicateTable } from '../../../data/resources/services/meta/tables.ts'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { NameField } from './name-fields.tsx'

type DuplicateTableSheetProps = {
  projectRef: string
  table: TableSummary
  onClose: () => void
  onCreated: (table: TableDetail) => void
}

/** Copies a table under another name, with or without its rows. */
export function DuplicateTableSheet({ projectRef, table, ...props }: DuplicateTableSheetProps) {
  const { onClose, onCreated } = props
  const { values, body, problems, change, state } = useForm({
    values: {
      name: `${table.name}_copy`,
      with_rows: false,
      with_policies: true,
      with_triggers: false,
    },
    schema: COPY,
    mutation: useDuplicateTable(projectRef, table.id),
    onSuccess(created) {
      onClose()
      onCreated(created)
    },
  })
  return (
    <Sheet open size="lg" title={`Duplicate ${table.name}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
        submitLabel="Duplicate table"
        {...state}
        onCancel={onClose}
      >
        <p className="text-xs text-muted">
          Copies columns, defaults, keys, checks, indexes and comments. Database webhooks are not
          copied.
        </p>
        <NameField
          value={values.name}
          problem={problems.name}
          onChange={(name) => change({ name })}
        />
        <Option checked={values.with_rows} onChange={(with_rows) => change({ with_rows })}>
          Copy the rows too
        </Option>
        <Option
          checked={values.with_policies}
          onChange={(with_policies) => change({ with_policies })}
        >
          Copy policies
        </Option>
        <Option
          checked={values.with_triggers}
          onChange={(with_triggers) => change({ with_triggers })}
        >
          Copy triggers
        </Option>
        <DefinitionPreview
          projectRef={projectRef}
          change={body && { kind: 'duplicate_table', id: table.id, ...body }}
        />
      </SheetForm>
    </Sheet>
  )
}

type CopyDraft = {
  name: string
  with_rows: boolean
  with_policies: boolean
  with_triggers: boolean
}

const COPY = sentTo(
  duplicateTable,
  (draft: CopyDraft) => ({ ...draft, name: draft.name.trim() }),
  ({ name }) => ({ name: NewName.safeParse(name).error?.issues[0]?.message }),
)
